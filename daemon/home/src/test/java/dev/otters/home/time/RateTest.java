package dev.otters.home.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime();
  private final Rate rate = new Rate(3, SECOND, time::nanos);

  @Test
  void aBurstGoesAtOnceAndTheRestOneByOne() {
    for (int i = 0; i < 3; i++) {
      assertThat(rate.next()).isZero();
    }
    assertThat(rate.next()).isEqualTo(SECOND);
    assertThat(rate.next()).isEqualTo(SECOND.multipliedBy(2));
    time.advance(SECOND.multipliedBy(2));
    assertThat(rate.next()).isEqualTo(SECOND);
  }

  @Test
  void aLongRestAllowsNoLongerBurst() {
    time.advance(Duration.ofDays(1));
    for (int i = 0; i < 3; i++) {
      assertThat(rate.tryNext()).isTrue();
    }
    assertThat(rate.tryNext()).isFalse();
    assertThat(rate.tryNext()).isFalse();
    time.advance(SECOND);
    assertThat(rate.tryNext()).isTrue();
    assertThat(rate.tryNext()).isFalse();
  }
}
