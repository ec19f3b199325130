package dev.otters.cli.turn;

import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Style;
import java.util.List;
import java.util.Objects;

/**
 * Shows the tool calls of a turn on standard error, if enabled: the command, then the start of its
 * output.
 */
abstract sealed class ToolDisplay implements TurnDisplay permits FinalDisplay, LiveDisplay {
  private static final int MOST_LINES = 8;
  private static final int INDENT = 2;
  private static final int MOST_COLUMNS = 160;

  final Console console;
  private final boolean tools;

  ToolDisplay(Console console, boolean tools) {
    this.console = console;
    this.tools = tools;
  }

  @Override
  public void toolStarted(ToolCall call) {
    if (!tools) {
      return;
    }
    endOfText();
    dim("▸ " + cut(call.commandLine()));
  }

  @Override
  public void toolFinished(ToolCall call) {
    if (!tools) {
      return;
    }
    List<String> lines = output(call).lines().toList();
    lines.stream().limit(MOST_LINES).forEach(line -> dim("  " + cut(line)));
    if (lines.size() > MOST_LINES) {
      dim("  … " + Plural.of(lines.size() - MOST_LINES, "more line"));
    }
    Integer code = call.exitCode();
    if (code != null && code != 0) {
      dim("  exit " + code);
    }
  }

  private static String output(ToolCall call) {
    String stdout = Objects.requireNonNullElse(call.stdout(), "");
    String stderr = Objects.requireNonNullElse(call.stderr(), "");
    String gap = stdout.isEmpty() || stdout.endsWith("\n") ? "" : "\n";
    return stdout + gap + stderr;
  }

  private void dim(String text) {
    console.note(console.styled(Style.DIM, Console.harmless(text)));
  }

  /** Cuts a line to the width of the screen. */
  private String cut(String line) {
    int columns = console.terminal().columns();
    int most = columns > INDENT ? Math.min(columns - INDENT, MOST_COLUMNS) : MOST_COLUMNS;
    return line.length() <= most ? line : line.substring(0, most - 1) + "…";
  }
}
