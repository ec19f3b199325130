package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LookTest {
  private static final String ENDED = "read /proc/28674/cgroup: no such process";

  private final AtomicInteger looks = new AtomicInteger();

  @Test
  void looksAgainWhenTheProcessEndedMeanwhile() {
    assertThat(Look.at(() -> looks.incrementAndGet() < 3 ? refuse(ENDED) : "exited"))
        .contains("exited");
    assertThat(looks).hasValue(3);
  }

  @Test
  void isEmptyForAContainerThatIsGone() {
    assertThat(Look.at(() -> refuse("no such container"))).isEmpty();
    assertThat(
            Look.at(
                () -> {
                  throw new NotFoundException("gone");
                }))
        .isEmpty();
  }

  @Test
  void doesNotLookAgainAfterAnotherRefusal() {
    assertThatThrownBy(() -> Look.at(() -> count("no space left on device")))
        .isInstanceOf(InternalServerErrorException.class);
    assertThat(looks).hasValue(1);
  }

  @Test
  void givesUpWhenTheEngineNeverKnows() {
    assertThatThrownBy(() -> Look.at(() -> count(ENDED))).hasMessageContaining(ENDED);
  }

  private String count(String message) {
    looks.incrementAndGet();
    return refuse(message);
  }

  private static String refuse(String message) {
    throw new InternalServerErrorException("{\"message\":\"" + message + "\"}");
  }
}
