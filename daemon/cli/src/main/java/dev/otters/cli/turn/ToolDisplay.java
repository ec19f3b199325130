package dev.otters.cli.turn;

import dev.otters.cli.console.Console;

/** Shows the tool calls of a turn on standard error, if enabled. */
abstract sealed class ToolDisplay implements TurnDisplay permits FinalDisplay, LiveDisplay {
  private final Console console;
  private final boolean tools;

  ToolDisplay(Console console, boolean tools) {
    this.console = console;
    this.tools = tools;
  }

  @Override
  public void toolStarted(ToolCall call) {
    if (tools) {
      endOfText();
      ToolLines.started(console, call);
    }
  }

  @Override
  public void toolFinished(ToolCall call) {
    if (tools) {
      ToolLines.finished(console, call);
    }
  }
}
