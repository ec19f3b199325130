package dev.otters.cli.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.cli.command.UsageException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionValuesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1024, 1024",
    "1k, 1024",
    "512m, 536870912",
    "1.5g, 1610612736",
    "2GiB, 2147483648",
    "3 MB, 3145728",
    "10b, 10"
  })
  void bytesHaveDockersUnits(String written, long bytes) {
    assertThat(OptionValues.bytes("--memory", written)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "-1", "1x", "1e9", "999999999999t"})
  void otherBytesAreRefused(String written) {
    assertThatThrownBy(() -> OptionValues.bytes("--memory", written))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--memory '" + written + "': expected ");
  }

  @Test
  void numbersAreChecked() {
    assertThat(OptionValues.cpus("1.5")).isEqualTo(1.5);
    assertThat(OptionValues.count("--pids", "7", 1)).isEqualTo(7);
    for (String bad : new String[] {"0", "-1", "x", "NaN", "Infinity"}) {
      assertThatThrownBy(() -> OptionValues.cpus(bad))
          .hasMessage("--cpus '" + bad + "': expected a number greater than 0 such as 1.5");
    }
    assertThatThrownBy(() -> OptionValues.count("--pids", "0", 1))
        .hasMessage("--pids '0': expected a whole number from 1 on");
  }

  @Test
  void wordsAreOfTheirList() {
    assertThat(OptionValues.word("--pull", "never", "always", "never")).isEqualTo("never");
    assertThatThrownBy(() -> OptionValues.word("--pull", "often", "always", "never"))
        .hasMessage("--pull 'often': expected one of always, never");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "always", "unless-stopped", "on-failure", "on-failure:5"})
  void restartPoliciesAreDockers(String policy) {
    assertThat(OptionValues.restart(policy)).isEqualTo(policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "never", "on-failure:", "on-failure:0", "on-failure:x"})
  void otherRestartPoliciesAreRefused(String policy) {
    assertThatThrownBy(() -> OptionValues.restart(policy)).isInstanceOf(UsageException.class);
  }

  @Test
  void aTimeIsASpanOrAnInstant() {
    Instant now = Instant.parse("2026-11-22T12:00:00Z");
    assertThat(OptionValues.time("--since", "90s", now)).isEqualTo("2026-11-22T11:58:30Z");
    assertThat(OptionValues.time("--since", "10m", now)).isEqualTo("2026-11-22T11:50:00Z");
    assertThat(OptionValues.time("--since", "2h", now)).isEqualTo("2026-11-22T10:00:00Z");
    assertThat(OptionValues.time("--since", "1d", now)).isEqualTo("2026-11-21T12:00:00Z");
    assertThat(OptionValues.time("--since", "2026-01-31T12:00:00Z", now))
        .isEqualTo("2026-01-31T12:00:00Z");
    assertThatThrownBy(() -> OptionValues.time("--since", "yesterday", now))
        .isInstanceOf(UsageException.class);
  }
}
