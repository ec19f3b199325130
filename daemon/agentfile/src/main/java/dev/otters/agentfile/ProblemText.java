package dev.otters.agentfile;

import java.util.Locale;

/** Renders problems the way compilers do. */
final class ProblemText {
  private static final int WIDTH = 100;
  private static final int LEAD = 60;

  private ProblemText() {}

  static String of(Problem problem) {
    var text = new StringBuilder(problem.file());
    if (problem.line() > 0) {
      text.append(':').append(problem.line()).append(':').append(problem.column());
    }
    text.append(": ").append(problem.severity().name().toLowerCase(Locale.ROOT)).append(": ");
    text.append(problem.message());
    if (problem.line() > 0) {
      excerpt(text, problem.lineText(), problem.column());
    }
    if (!problem.allowed().isEmpty()) {
      text.append("\n  allowed: ").append(String.join(", ", problem.allowed()));
    }
    problem.suggestion().ifPresent(it -> text.append("\n  did you mean ").append(it).append("?"));
    return text.toString();
  }

  /** Appends the part of the line around the column and a caret under it; tabs become spaces. */
  private static void excerpt(StringBuilder text, String line, int column) {
    int spot =
        line.offsetByCodePoints(0, Math.min(column - 1, line.codePointCount(0, line.length())));
    int start = spot > LEAD + WIDTH / 4 ? spot - LEAD : 0;
    int end = Math.min(line.length(), start + WIDTH);
    String head = start > 0 ? "…" : "";
    String shown = visible(line.substring(start, end));
    text.append("\n  ").append(head).append(shown).append(end < line.length() ? "…" : "");
    int indent = head.length() + line.codePointCount(start, spot);
    text.append("\n  ").append(" ".repeat(indent)).append('^');
  }

  private static String visible(String line) {
    var shown = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char character = line.charAt(i);
      shown.append(character == '\t' ? ' ' : Quoted.visible(character));
    }
    return shown.toString();
  }
}
