package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnLimitsTest {
  private static final String HEAD = "Limit                     Soft Limit           Hard Limit ";

  @Test
  void theHardLimitCounts() {
    assertThat(
            OwnLimits.processes(
                List.of(
                    HEAD, "Max processes             1000                 2000        processes")))
        .hasValue(2000);
  }

  @Test
  void aLimitIsAtMostWhatEveryEngineHas() {
    assertThat(
            OwnLimits.processes(
                List.of("Max processes             96365                96365       processes")))
        .hasValue(32_768);
  }

  @Test
  void noLimitIsNone() {
    assertThat(
            OwnLimits.processes(
                List.of("Max processes             unlimited            unlimited   processes")))
        .isEmpty();
    assertThat(OwnLimits.processes(List.of(HEAD))).isEmpty();
  }

  @Test
  void aProcessHasALimit() {
    assertThat(OwnLimits.processes()).isBetween(1L, 32_768L);
  }
}
