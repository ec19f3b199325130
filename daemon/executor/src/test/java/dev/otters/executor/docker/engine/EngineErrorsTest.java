package dev.otters.executor.docker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.exception.BadRequestException;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.net.SocketException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class EngineErrorsTest {
  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of(new NotFoundException("{\"message\":\"No such image: a:1\"}"), Reason.IMAGE),
        Arguments.of(new BadRequestException("bind source path does not exist: /a"), Reason.MOUNT),
        Arguments.of(new BadRequestException("Range of CPUs is from 0.01 to 2.00"), Reason.LIMIT),
        Arguments.of(new BadRequestException("Minimum memory limit allowed is 6MB"), Reason.LIMIT),
        Arguments.of(new ConflictException("container is not running"), Reason.CONFLICT),
        Arguments.of(new NotFoundException("No such container: a"), Reason.CONFLICT),
        Arguments.of(new InternalServerErrorException("exec: not found"), Reason.START));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void takesTheReasonFromTheEnginesWords(DockerException refusal, Reason reason) {
    ExecutorException translated = EngineErrors.translate("start the sandbox", refusal);
    assertThat(translated.reason()).isEqualTo(reason);
    assertThat(translated).hasMessageStartingWith("cannot start the sandbox: ");
    assertThat(translated.remedy()).isNotBlank();
  }

  @Test
  void takesABrokenConnectionForALostEngine() {
    RuntimeException broken =
        new RuntimeException("outer", new SocketException("Connection refused"));
    ExecutorException translated = EngineErrors.translate("list the sandboxes", broken);
    assertThat(translated.reason()).isEqualTo(Reason.ENGINE_LOST);
    assertThat(translated).hasMessageContaining("Connection refused");
  }

  @Test
  void showsTheEnginesOwnWordsWithoutTheJsonAroundThem() {
    DockerException refusal = new DockerException("{\"message\":\"a \\\"quoted\\\" text\"}\n", 500);
    assertThat(EngineErrors.message(refusal)).isEqualTo("a \"quoted\" text");
  }

  @Test
  void showsPodmansOwnWordsWithoutTheJsonAroundThem() {
    DockerException refusal =
        new DockerException(
            "{\"cause\":\"x\",\"message\":\"no \\\"init\\\"\",\"response\":500}", 500);
    assertThat(EngineErrors.message(refusal)).isEqualTo("no \"init\"");
  }

  @Test
  void passesItsOwnFailuresOn() {
    ExecutorException own = new ExecutorException(Reason.IMAGE, "a", "b");
    assertThat(EngineErrors.translate("x", own)).isSameAs(own);
  }
}
