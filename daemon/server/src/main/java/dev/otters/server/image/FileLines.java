package dev.otters.server.image;

import dev.otters.api.SourceProblem;
import java.util.List;

/** Finds the line of an Agentfile that a finding is about, once the file is only records. */
final class FileLines {
  private FileLines() {}

  static SourceProblem error(
      String file, String source, String directive, String operand, String message) {
    return at(SourceProblem.ERROR, file, source, directive, operand, message);
  }

  static SourceProblem warning(
      String file, String source, String directive, String operand, String message) {
    return at(SourceProblem.WARNING, file, source, directive, operand, message);
  }

  private static SourceProblem at(
      String severity,
      String file,
      String source,
      String directive,
      String operand,
      String message) {
    List<String> lines = source.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      List<String> words = List.of(line.strip().split("\\s+", -1));
      if (words.size() > 1
          && words.getFirst().equalsIgnoreCase(directive)
          && (words.get(1) + "=").startsWith(operand + "=")) {
        int column = 1 + line.codePointCount(0, line.indexOf(operand, directive.length()));
        return new SourceProblem(severity, file, i + 1, column, message, List.of(), null, line);
      }
    }
    return new SourceProblem(severity, file, 0, 0, message, List.of(), null, null);
  }
}
