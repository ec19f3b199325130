package dev.otters.cli.turn;

import dev.otters.cli.console.Console;

/** Shows nothing of the text while a turn runs: its answer is printed once, at its end. */
public final class FinalDisplay implements TurnDisplay {
  private final Console console;
  private final boolean tools;

  /**
   * Makes a display.
   *
   * @param tools whether tool calls are shown on standard error
   */
  public FinalDisplay(Console console, boolean tools) {
    this.console = console;
    this.tools = tools;
  }

  @Override
  public void text(String piece) {}

  @Override
  public void endOfText() {}

  @Override
  public void restarted() {}

  @Override
  public void toolStarted(ToolCall call) {
    if (tools) {
      ToolLines.started(console, call);
    }
  }

  @Override
  public void toolFinished(ToolCall call) {
    if (tools) {
      ToolLines.finished(console, call);
    }
  }

  @Override
  public void note(String text) {
    console.note(Console.harmless(text));
  }
}
