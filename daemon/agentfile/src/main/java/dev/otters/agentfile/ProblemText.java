package dev.otters.agentfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders problems as compilers do, without control characters. */
final class ProblemText {
  private ProblemText() {}

  static String of(Problem problem) {
    var lines = new ArrayList<String>();
    lines.add(heading(problem));
    if (problem.line() > 0) {
      lines.add("  " + problem.lineText());
      lines.add("  " + " ".repeat(problem.caret()) + "^");
    }
    if (!problem.allowed().isEmpty()) {
      lines.add("  allowed: " + String.join(", ", problem.allowed()));
    }
    problem.suggestion().ifPresent(it -> lines.add("  did you mean " + it + "?"));
    return visible(lines);
  }

  private static String heading(Problem problem) {
    String place = problem.line() > 0 ? ":" + problem.line() + ":" + problem.column() : "";
    String severity = problem.severity().name().toLowerCase(Locale.ROOT);
    return problem.file() + place + ": " + severity + ": " + problem.message();
  }

  private static String visible(List<String> lines) {
    return lines.stream().map(ProblemText::visible).collect(Collectors.joining("\n"));
  }

  /** Makes every character one column wide, so that the caret fits. Tabs become spaces. */
  private static String visible(String line) {
    var shown = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char character = line.charAt(i);
      shown.append(character == '\t' ? ' ' : Quoted.visible(character));
    }
    return shown.toString();
  }
}
