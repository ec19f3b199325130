package dev.otters.server.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.MountException;
import dev.otters.executor.mounts.MountPolicy;
import dev.otters.executor.mounts.MountSpec;
import dev.otters.executor.mounts.PrivatePlaces;
import dev.otters.home.store.StoreException;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.TokenException;
import dev.otters.models.gateway.ModelException;
import dev.otters.oci.OciException;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import io.helidon.http.BadRequestException;
import io.helidon.http.NotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProblemsTest {
  private static void mountARelativePath() {
    new MountPolicy(new PrivatePlaces(List.of(), List.of()))
        .check(List.of(new MountSpec("x", "/data", "", true)), new SandboxUser(1000, 1000), false);
  }

  @Test
  void noProblemShowsASecretThatTheDaemonKnows() {
    try (Secrets secrets = new Secrets(UnaryOperator.identity())) {
      secrets.keys(List.of("sk-0123456789"));
      Problem problem =
          Problems.of(
              ApiException.of(ErrorCode.NAME_TAKEN, "it said sk-0123456789", "Not sk-0123456789."));
      assertThat(problem.title()).isEqualTo("it said (secret)");
      assertThat(problem.remedy()).isEqualTo("Not (secret).");
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(
            ApiException.of(ErrorCode.NAME_TAKEN, "bob is taken", "another"), ErrorCode.NAME_TAKEN),
        arguments(oci(OciException.Reason.INVALID_REFERENCE), ErrorCode.INVALID_REQUEST),
        arguments(oci(OciException.Reason.INVALID_IMAGE), ErrorCode.IMAGE_INVALID),
        arguments(oci(OciException.Reason.BUILD_INPUT), ErrorCode.CONTEXT_INVALID),
        arguments(oci(OciException.Reason.NOT_FOUND), ErrorCode.IMAGE_NOT_FOUND),
        arguments(oci(OciException.Reason.PLATFORM), ErrorCode.PLATFORM_MISSING),
        arguments(oci(OciException.Reason.DENIED), ErrorCode.REGISTRY_DENIED),
        arguments(oci(OciException.Reason.UNREACHABLE), ErrorCode.REGISTRY_UNREACHABLE),
        arguments(oci(OciException.Reason.RATE_LIMITED), ErrorCode.REGISTRY_FAILED),
        arguments(oci(OciException.Reason.REGISTRY), ErrorCode.REGISTRY_FAILED),
        arguments(oci(OciException.Reason.DIGEST_MISMATCH), ErrorCode.DIGEST_MISMATCH),
        arguments(oci(OciException.Reason.STORE), ErrorCode.INTERNAL),
        arguments(sandbox(ExecutorException.Reason.UNREACHABLE), ErrorCode.EXECUTOR_UNREACHABLE),
        arguments(sandbox(ExecutorException.Reason.ENGINE_LOST), ErrorCode.EXECUTOR_LOST),
        arguments(sandbox(ExecutorException.Reason.IMAGE), ErrorCode.EXECUTOR_IMAGE),
        arguments(sandbox(ExecutorException.Reason.MOUNT), ErrorCode.EXECUTOR_MOUNT),
        arguments(sandbox(ExecutorException.Reason.LIMIT), ErrorCode.EXECUTOR_LIMIT),
        arguments(sandbox(ExecutorException.Reason.CONFLICT), ErrorCode.EXECUTOR_CONFLICT),
        arguments(sandbox(ExecutorException.Reason.START), ErrorCode.EXECUTOR_START),
        arguments(sandbox(ExecutorException.Reason.TAMPERED), ErrorCode.EXECUTOR_TAMPERED),
        arguments(sandbox(ExecutorException.Reason.UNSUPPORTED), ErrorCode.EXECUTOR_UNSUPPORTED),
        arguments(thrown(ProblemsTest::mountARelativePath), ErrorCode.MOUNT_INVALID),
        arguments(thrown(() -> new SessionId("a b")), ErrorCode.INVALID_REQUEST),
        arguments(ModelException.permanent("bad key"), ErrorCode.MODEL_PERMANENT),
        arguments(
            ModelException.transientFailure(
                ModelException.Reason.FAILED, "busy", "", Optional.empty()),
            ErrorCode.MODEL_TRANSIENT),
        arguments(new StoreException(StoreException.Reason.FULL, "full"), ErrorCode.INTERNAL),
        arguments(new StoreException(StoreException.Reason.IO, "broken"), ErrorCode.INTERNAL),
        arguments(
            new StoreException(StoreException.Reason.CLOSED, "closed"), ErrorCode.SHUTTING_DOWN),
        arguments(new NotFoundException("/x"), ErrorCode.NOT_FOUND),
        arguments(new BadRequestException("odd"), ErrorCode.INVALID_REQUEST),
        arguments(new IllegalStateException("odd"), ErrorCode.INTERNAL),
        arguments(new StackOverflowError(), ErrorCode.INTERNAL));
  }

  @Test
  void aFullDiskIsNamedWhereverItIsFound() {
    IOException full = new FileSystemException("/x/y", null, "No space left on device");
    Problem problem =
        Problems.of(new UncheckedIOException("cannot unpack the build context", full));
    assertThat(problem.title()).isEqualTo("the disk of the daemon's home is full");
    assertThat(problem.remedy()).contains("otters image prune");
  }

  private static OciException oci(OciException.Reason reason) {
    return new OciException(reason, "it failed", "Do something.");
  }

  private static ExecutorException sandbox(ExecutorException.Reason reason) {
    return new ExecutorException(reason, "it failed", "Do something.");
  }

  private static RuntimeException thrown(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      return e;
    }
    throw new AssertionError("nothing was thrown");
  }

  @ParameterizedTest
  @MethodSource("failures")
  void everyFailureHasItsCodeAndSaysWhatFailed(Throwable failure, ErrorCode code) {
    Problem problem = Problems.of(failure);
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.status()).isEqualTo(code.status());
    assertThat(problem.title()).isNotBlank().doesNotContain("null", "Exception");
  }

  @ParameterizedTest
  @EnumSource(OciException.Reason.class)
  void theRemedyComesAlong(OciException.Reason reason) {
    assertThat(Problems.of(oci(reason)).remedy()).startsWith("Do something.");
  }

  @Test
  void theKindOfTheFailureIsTestedHere() {
    assertThat(thrown(ProblemsTest::mountARelativePath)).isInstanceOf(MountException.class);
    assertThat(thrown(() -> new SessionId("a b"))).isInstanceOf(SessionException.class);
  }

  @Test
  void anUnforeseenFailureIsShownByItsNumberInTheLogAlone() {
    Problem problem = Problems.of(new IllegalStateException("the key is s3cret"));
    assertThat(problem.toString()).doesNotContain("s3cret");
    assertThat(problem.remedy())
        .matches("See ottersd.log in the daemon.s home, reference [0-9a-f]{16}\\.");
  }

  @Test
  void aRefusedTokenIsNeverShown() {
    assertThat(TokenException.Reason.values()).isNotEmpty();
    assertThat(Problems.unauthenticated("no token").remedy()).contains("credentials.json");
  }

  @Test
  void whatIsNotThereGetsTheNameOfItsKind() {
    RuntimeException named =
        Problems.named(oci(OciException.Reason.NOT_FOUND), ErrorCode.BIN_NOT_FOUND);
    assertThat(Problems.of(named).code()).isEqualTo(ErrorCode.BIN_NOT_FOUND);
    OciException denied = oci(OciException.Reason.DENIED);
    assertThat(Problems.named(denied, ErrorCode.BIN_NOT_FOUND)).isSameAs(denied);
  }
}
