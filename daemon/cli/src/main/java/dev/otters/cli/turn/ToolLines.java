package dev.otters.cli.turn;

import dev.otters.cli.console.Console;
import dev.otters.cli.console.Plural;
import dev.otters.cli.console.Style;
import java.util.List;
import java.util.Objects;

/** Shows tool calls as lines: the command, then the start of its output. */
final class ToolLines {
  private static final int MOST_LINES = 8;
  private static final int INDENT = 2;
  private static final int MOST_COLUMNS = 160;

  private ToolLines() {}

  static void started(Console console, ToolCall call) {
    dim(console, "▸ " + cut(console, call.commandLine()));
  }

  static void finished(Console console, ToolCall call) {
    List<String> lines = output(call).lines().toList();
    lines.stream().limit(MOST_LINES).forEach(line -> dim(console, "  " + cut(console, line)));
    if (lines.size() > MOST_LINES) {
      dim(console, "  … " + Plural.of(lines.size() - MOST_LINES, "more line"));
    }
    Integer code = call.exitCode();
    if (code != null && code != 0) {
      dim(console, "  exit " + code);
    }
  }

  private static String output(ToolCall call) {
    String stdout = Objects.requireNonNullElse(call.stdout(), "");
    String stderr = Objects.requireNonNullElse(call.stderr(), "");
    String gap = stdout.isEmpty() || stdout.endsWith("\n") ? "" : "\n";
    return stdout + gap + stderr;
  }

  private static void dim(Console console, String text) {
    console.note(console.styled(Style.DIM, Console.harmless(text)));
  }

  /** Cuts a line to the width of the screen. */
  private static String cut(Console console, String line) {
    int columns = console.terminal().columns();
    int most = columns > INDENT ? Math.min(columns - INDENT, MOST_COLUMNS) : MOST_COLUMNS;
    return line.length() <= most ? line : line.substring(0, most - 1) + "…";
  }
}
