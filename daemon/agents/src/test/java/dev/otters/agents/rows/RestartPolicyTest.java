package dev.otters.agents.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.supervise.RestartBackoff;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestartPolicyTest {
  @ParameterizedTest
  @CsvSource({
    "no, no, false, false, false",
    "on-failure, on-failure:5, false, true, false",
    "on-failure:1, on-failure:1, false, true, false",
    "on-failure:0, on-failure:0, false, false, false",
    "always, always, true, true, true",
    "unless-stopped, unless-stopped, true, true, true",
  })
  void aPolicyDecidesByTheEndAndTheTriesBefore(
      String text,
      String shown,
      boolean afterSuccess,
      boolean afterFailure,
      boolean afterManyFailures) {
    RestartPolicy policy = RestartPolicy.parse(text);

    assertThat(policy).hasToString(shown);
    assertThat(policy.restarts(false, 0)).isEqualTo(afterSuccess);
    assertThat(policy.restarts(true, 0)).isEqualTo(afterFailure);
    assertThat(policy.restarts(true, 5)).isEqualTo(afterManyFailures);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "yes", "on-failure:", "on-failure:-1", "on-failure:x", "ON-FAILURE", "no:3"})
  void anythingElseIsRefusedWithWhatIsAllowed(String text) {
    assertThatThrownBy(() -> RestartPolicy.parse(text))
        .hasMessage("'" + text + "' is not a restart policy");
  }

  @Test
  void theWaitsDoubleUpToTheirBound() {
    RestartBackoff longest = backoff(bound -> bound - 1);
    assertThat(longest.before(0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(longest.before(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(longest.before(5)).isEqualTo(Duration.ofSeconds(32));
    assertThat(longest.before(6)).isEqualTo(Duration.ofMinutes(1));
    assertThat(longest.before(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(1));
    assertThat(backoff(bound -> 0).before(1)).isEqualTo(Duration.ofSeconds(1));
  }

  private interface Choice {
    long of(long bound);
  }

  private static RestartBackoff backoff(Choice choice) {
    RandomGenerator random =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            return 0;
          }

          @Override
          public long nextLong(long bound) {
            return choice.of(bound);
          }
        };
    return new RestartBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1), random);
  }
}
