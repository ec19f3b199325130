package dev.otters.agentfile.parser;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Holds for every result, whatever the input was. Fuzzing checks it often, so it is plain. */
final class Invariants {
  private Invariants() {}

  static void check(byte[] source, ParseResult result) {
    switch (result) {
      case Parsed parsed -> {
        String text = new String(source, StandardCharsets.UTF_8);
        hold(parsed.agentfile().source().equals(text), "the source is kept", result);
        hold(
            parsed.warnings().stream().allMatch(it -> it.severity() == Severity.WARNING),
            "a valid file has warnings only",
            result);
        check(parsed.warnings());
      }
      case Rejected(List<Problem> problems) -> {
        hold(
            problems.stream().anyMatch(it -> it.severity() == Severity.ERROR),
            "a refused file has an error",
            result);
        check(problems);
      }
    }
  }

  private static void check(List<Problem> problems) {
    hold(problems.size() <= 202, "findings are bounded", problems.size());
    problems.forEach(Invariants::check);
  }

  private static void check(Problem problem) {
    int end = problem.lineText().codePointCount(0, problem.lineText().length());
    hold((problem.line() == 0) == (problem.column() == 0), "a line has a column", problem);
    hold((problem.line() == 0) == (problem.length() == 0), "a spot has a length", problem);
    hold(!problem.message().isBlank(), "a message says something", problem);
    hold(problem.message().length() < 400, "a message is short", problem);
    hold(problem.message().indexOf('\n') < 0, "a message is one line", problem);
    hold(problem.lineText().length() < 125, "the line is short", problem);
    hold(problem.caret() >= 0 && problem.caret() <= end, "the mark is on the line", problem);
    hold(
        problem.message().chars().noneMatch(Character::isISOControl),
        "a terminal obeys nothing",
        problem);
    hold(
        StandardCharsets.UTF_8.newEncoder().canEncode(problem.message() + problem.lineText()),
        "what is shown is Unicode",
        problem);
  }

  private static void hold(boolean condition, String invariant, Object of) {
    if (!condition) {
      throw new AssertionError(invariant + ": " + of);
    }
  }
}
