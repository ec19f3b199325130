package dev.otters.cli.turn;

import dev.otters.cli.console.Console;

/** A display that shows no text while a turn runs; the caller prints the answer at its end. */
public final class FinalDisplay extends ToolDisplay {
  /**
   * Creates a display.
   *
   * @param tools whether tool calls are shown on standard error
   */
  public FinalDisplay(Console console, boolean tools) {
    super(console, tools);
  }

  @Override
  public void text(String piece) {}

  @Override
  public void endOfText() {}

  @Override
  public void restarted() {}

  @Override
  public void note(String text) {
    console.note(Console.harmless(text));
  }
}
