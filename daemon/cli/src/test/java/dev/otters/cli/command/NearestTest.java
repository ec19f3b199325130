package dev.otters.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearestTest {
  private static final List<String> WORDS =
      List.of("run", "ps", "prompt", "logs", "inspect", "image");

  @ParameterizedTest
  @CsvSource({
    "rum, run",
    "pormpt, prompt",
    "log, logs",
    "insp, inspect",
    "imgae, image",
    "psx, ps"
  })
  void aSlipOfTheHandFindsTheWord(String typed, String meant) {
    assertThat(Nearest.of(typed, WORDS)).contains(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"zebra", "x", "kubectl", ""})
  void somethingElseFindsNothing(String typed) {
    assertThat(Nearest.of(typed, WORDS)).isEmpty();
  }

  @Test
  void lettersThatChangedPlacesAreOneSlip() {
    assertThat(Nearest.distance("abcd", "abdc")).isEqualTo(1);
    assertThat(Nearest.distance("", "abc")).isEqualTo(3);
  }
}
