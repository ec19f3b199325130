package dev.otters.agentfile.parser;

import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import dev.otters.agentfile.ProblemCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects the problems of one file: the first hundred of each severity, then a count. */
final class Problems {
  private static final int MOST = 100;

  private final String file;
  private final Kept errors = new Kept(Severity.ERROR);
  private final Kept warnings = new Kept(Severity.WARNING);

  Problems(String file) {
    this.file = file;
  }

  void error(ProblemCode code, Spot spot, String message) {
    errors.add(code, spot, message, List.of(), Optional::empty);
  }

  void error(ProblemCode code, Spot spot, String message, List<String> allowed) {
    errors.add(code, spot, message, allowed, Optional::empty);
  }

  void error(
      ProblemCode code,
      Spot spot,
      String message,
      List<String> allowed,
      Supplier<Optional<String>> suggestion) {
    errors.add(code, spot, message, allowed, suggestion);
  }

  void warning(ProblemCode code, Spot spot, String message) {
    warnings.add(code, spot, message, List.of(), Optional::empty);
  }

  void warning(ProblemCode code, Spot spot, String message, Supplier<Optional<String>> suggestion) {
    warnings.add(code, spot, message, List.of(), suggestion);
  }

  String file() {
    return file;
  }

  boolean hasErrors() {
    return errors.count > 0;
  }

  /** Returns all problems in the order of the file. Those without a line come last. */
  List<Problem> all() {
    var all = new ArrayList<>(errors.problems);
    all.addAll(warnings.problems);
    all.sort(
        Comparator.comparingInt((Problem it) -> it.line() == 0 ? Integer.MAX_VALUE : it.line())
            .thenComparingInt(Problem::column));
    errors.countTheRest(all);
    warnings.countTheRest(all);
    return List.copyOf(all);
  }

  private final class Kept {
    private final Severity severity;
    private final List<Problem> problems = new ArrayList<>();
    private int count;

    Kept(Severity severity) {
      this.severity = severity;
    }

    void add(
        ProblemCode code,
        Spot spot,
        String message,
        List<String> allowed,
        Supplier<Optional<String>> suggestion) {
      count++;
      if (problems.size() < MOST) {
        problems.add(problem(file, severity, code, spot, message, allowed, suggestion.get()));
      }
    }

    void countTheRest(List<Problem> all) {
      if (count > MOST) {
        String rest = (count - MOST) + " more of these are not shown";
        ProblemCode code = ProblemCode.MORE_PROBLEMS;
        all.add(problem(file, severity, code, Spot.FILE, rest, List.of(), Optional.empty()));
      }
    }
  }

  static Problem problem(
      String file,
      Severity severity,
      ProblemCode code,
      Spot spot,
      String message,
      List<String> allowed,
      Optional<String> suggestion) {
    return new Problem(
        severity,
        file,
        spot.line(),
        spot.column(),
        spot.shownLength(),
        code,
        message,
        allowed,
        suggestion,
        spot.excerpt(),
        spot.caret());
  }
}
