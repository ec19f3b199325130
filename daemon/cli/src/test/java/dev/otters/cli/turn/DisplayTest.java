package dev.otters.cli.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.cli.console.Screen;
import java.util.List;
import org.junit.jupiter.api.Test;

class DisplayTest {
  private static final ToolCall CALL =
      new ToolCall(
          "c",
          "sh",
          List.of("-c", "seq 20"),
          null,
          1,
          "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
          "bad\u001b[2J",
          5L,
          true);

  @Test
  void aTerminalShowsTextAndTheBeginningOfWhatToolsPrint() {
    Screen screen = Screen.ofTerminal(80, false);
    LiveDisplay display = new LiveDisplay(screen.console(), true);
    display.text("Hel");
    display.text("lo\u001b[31m");
    display.toolStarted(CALL);
    display.toolFinished(CALL);
    display.text("Bye\n");
    display.endOfText();
    assertThat(screen.out()).isEqualTo("Hello·[31m\nBye\n");
    assertThat(screen.err())
        .isEqualTo(
            """
            ▸ sh -c 'seq 20'
              1
              2
              3
              4
              5
              6
              7
              8
              … 2 more lines
              exit 1
            """);
  }

  @Test
  void aRestartIsALineOfItsOwn() {
    Screen screen = Screen.ofTerminal(80, true);
    LiveDisplay display = new LiveDisplay(screen.console(), false);
    display.text("wrong");
    display.restarted();
    assertThat(screen.out()).isEqualTo("wrong\n");
    assertThat(screen.err()).isEqualTo("\u001b[2mthe answer is restarted\u001b[0m\n");
  }

  @Test
  void toolsAreHiddenWhereTheyAreNotWanted() {
    Screen screen = Screen.ofScript();
    FinalDisplay quiet = new FinalDisplay(screen.console(), false);
    quiet.text("x");
    quiet.toolStarted(CALL);
    quiet.toolFinished(CALL);
    quiet.endOfText();
    quiet.restarted();
    assertThat(screen.out() + screen.err()).isEmpty();
    new FinalDisplay(screen.console(), true).toolStarted(CALL);
    assertThat(screen.err()).isEqualTo("▸ sh -c 'seq 20'\n");
  }

  @Test
  void whatToolsAndTheDaemonSayCommandsNoTerminal() {
    Screen screen = Screen.ofTerminal(80, false);
    ToolCall call =
        new ToolCall(
            "c", "\u001b[2J", List.of("\u0007"), null, null, "\u001bx", "y\u0007", 5L, true);
    for (ToolDisplay display :
        List.of(
            new LiveDisplay(screen.console(), true), new FinalDisplay(screen.console(), true))) {
      display.toolStarted(call);
      display.toolFinished(call);
      display.note("\u001b[2J");
    }
    assertThat(screen.err()).contains("·x\n  y·\n").doesNotContain("\u001b", "\u0007");
  }
}
