package dev.otters.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource
  void everyCodeHasAnErrorStatusAndAnExitCodeOfItsRange(ErrorCode code) {
    assertThat(code.status()).isBetween(400, 599);
    assertThat(code.exitCode()).isBetween(1, 49);
    Map<String, int[]> ranges =
        Map.of(
            "REGISTRY_", new int[] {20, 29},
            "EXECUTOR_", new int[] {30, 39},
            "MODEL_", new int[] {40, 49},
            "AGENTFILE_", new int[] {10, 19},
            "CONTEXT_", new int[] {10, 19});
    ranges.forEach(
        (prefix, range) -> {
          if (code.name().startsWith(prefix)) {
            assertThat(code.exitCode()).isBetween(range[0], range[1]);
          }
        });
  }

  @Test
  void notFoundIsThreeConflictFourDeniedFiveUnreachableSixTimeoutSeven() {
    assertThat(ErrorCode.AGENT_NOT_FOUND.exitCode()).isEqualTo(3);
    assertThat(ErrorCode.NAME_TAKEN.exitCode()).isEqualTo(4);
    assertThat(ErrorCode.MOUNT_FORBIDDEN.exitCode()).isEqualTo(5);
    assertThat(ErrorCode.DAEMON_UNREACHABLE.exitCode()).isEqualTo(6);
    assertThat(ErrorCode.TIMEOUT.exitCode()).isEqualTo(7);
  }
}
