package dev.otters.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleTest {
  @Test
  void resultsAndNotesGoToDifferentStreams() {
    Screen screen = Screen.ofScript();
    screen.console().line("result ö");
    screen.console().text("piece");
    screen.console().note("note");
    assertThat(screen.out()).isEqualTo("result ö\npiece");
    assertThat(screen.err()).isEqualTo("note\n");
  }

  @ParameterizedTest
  @CsvSource({
    "y, true",
    "' YES ', true",
    "yo, false",
    "ja, false",
    "n, false",
    "'', false",
  })
  void onlyAYesIsAYes(String answer, boolean agreed) throws IOException {
    Screen screen = new Screen(new Terminal(true, true, true, 80, 24, false), answer);
    assertThat(screen.console().agrees("Sure? ")).isEqualTo(agreed);
    assertThat(screen.err()).isEqualTo("Sure? ");
  }

  @Test
  void looksAreOnlyForTerminals() {
    assertThat(Screen.ofScript().console().styled(Style.RED, "x")).isEqualTo("x");
    assertThat(Screen.ofTerminal(80, false).console().styled(Style.RED, "x")).isEqualTo("x");
    assertThat(Screen.ofTerminal(80, true).console().styled(Style.RED, "x"))
        .isEqualTo("\u001b[31mx\u001b[0m");
  }

  @Test
  void harmlessTextCommandsNoTerminal() {
    assertThat(Console.harmless("a\u001b[2J\u0007b\r\n\tc\u009b1m\u202Ed 🦦"))
        .isEqualTo("a·[2J·b·\n\tc·1m·d 🦦");
  }
}
