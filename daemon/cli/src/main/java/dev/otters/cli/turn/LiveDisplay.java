package dev.otters.cli.turn;

import dev.otters.cli.console.Console;
import dev.otters.cli.console.Style;

/** A live display on a terminal: text as it arrives, tool calls dimmed between. */
public final class LiveDisplay extends ToolDisplay {
  private boolean open;

  /**
   * Creates a display.
   *
   * @param tools whether tool calls are shown
   */
  public LiveDisplay(Console console, boolean tools) {
    super(console, tools);
  }

  @Override
  public void text(String piece) {
    String safe = Console.harmless(piece);
    console.text(safe);
    open = !safe.endsWith("\n");
  }

  @Override
  public void endOfText() {
    if (open) {
      console.text("\n");
      open = false;
    }
  }

  @Override
  public void restarted() {
    endOfText();
    note("the answer is restarted");
  }

  @Override
  public void note(String text) {
    endOfText();
    console.note(console.styled(Style.DIM, Console.harmless(text)));
  }
}
