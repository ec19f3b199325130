package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.executor.ExecutorException.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseTest {
  @Test
  void anInterruptEndsTheWaitAndIsKept() {
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(ExecutorException.class)
        .isThrownBy(() -> Pause.until(Duration.ofMinutes(1), () -> false))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.ENGINE_LOST));

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aConditionIsCheckedAtLeastOnce() {
    assertThat(Pause.until(Duration.ZERO, () -> true)).isTrue();
    assertThat(Pause.until(Duration.ZERO, () -> false)).isFalse();
  }
}
