package dev.otters.agents.image;

import dev.otters.agentfile.Problem;
import dev.otters.agentfile.ProblemCode;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The findings in an Agentfile. */
final class Findings {
  private Findings() {}

  static List<SourceProblem> of(List<Problem> problems) {
    return problems.stream().map(Findings::of).toList();
  }

  /** Returns whether a finding fails the build. */
  static boolean hasErrors(List<Problem> problems) {
    return problems.stream().anyMatch(Findings::isError);
  }

  /** Returns the error with all findings in the order of the file. */
  static ApiException rejected(String file, List<Problem> problems) {
    List<Problem> sorted = problems.stream().sorted(Findings::compare).toList();
    long errors = problems.stream().filter(Findings::isError).count();
    String title = file + " has " + (errors == 1 ? "an error" : errors + " errors");
    return new ApiException(
        dev.otters.api.Problem.of(ErrorCode.AGENTFILE_INVALID, title, remedy(problems))
            .withProblems(of(sorted)));
  }

  private static String remedy(List<Problem> problems) {
    boolean files = problems.stream().anyMatch(p -> p.code() == ProblemCode.UNUSABLE_FILE);
    return files
        ? "Correct the lines that are shown, or the files that they name."
        : "Correct the lines that are shown.";
  }

  private static boolean isError(Problem problem) {
    return problem.severity() == Problem.Severity.ERROR;
  }

  /** Sorts findings by line; those about the whole file come last. */
  private static int compare(Problem one, Problem other) {
    return Comparator.comparing((Problem p) -> p.line() == 0)
        .thenComparingInt(Problem::line)
        .thenComparingInt(Problem::column)
        .compare(one, other);
  }

  private static SourceProblem of(Problem problem) {
    return new SourceProblem(
        problem.severity().name().toLowerCase(Locale.ROOT),
        new SourcePlace(problem.file(), problem.line(), problem.column(), problem.length()),
        problem.code().text(),
        problem.message(),
        problem.allowed(),
        problem.suggestion().orElse(null),
        new Excerpt(problem.line() == 0 ? null : problem.lineText(), problem.caret()));
  }
}
