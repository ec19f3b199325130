package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTest {
  @Test
  void withoutScreenNothingIsATerminalAndNothingIsCut() {
    assertThat(Terminal.of(null, null, Map.of())).isEqualTo(Terminal.NONE);
    assertThat(Terminal.of("", "24 80", Map.of())).isEqualTo(Terminal.NONE);
  }

  @Test
  void theStartScriptSaysStreamsAndSize() {
    assertThat(Terminal.of("012", "50 132", Map.of()))
        .isEqualTo(new Terminal(true, true, true, 132, 50, true));
    assertThat(Terminal.of("2", "50 132", Map.of()))
        .isEqualTo(new Terminal(false, false, true, 132, 50, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x y", "0 0", "24", "50 -3"})
  void anUnknownSizeIsEightyColumnsAndTwentyFourRows(String size) {
    assertThat(Terminal.of("12", size, Map.of()).columns()).isEqualTo(80);
    assertThat(Terminal.of("12", size, Map.of()).rows()).isIn(24, 50);
  }

  @Test
  void noColorAndADumbTerminalHaveNoColours() {
    assertThat(Terminal.of("12", "", Map.of("NO_COLOR", "1")).colour()).isFalse();
    assertThat(Terminal.of("12", "", Map.of("TERM", "dumb")).colour()).isFalse();
    assertThat(Terminal.of("12", "", Map.of("NO_COLOR", "")).colour()).isTrue();
  }
}
