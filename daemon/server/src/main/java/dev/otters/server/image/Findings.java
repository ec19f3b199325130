package dev.otters.server.image;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.SourceProblem;
import java.util.List;
import java.util.Locale;

/** Tells operators what was found in an Agentfile. */
final class Findings {
  private Findings() {}

  static List<SourceProblem> of(List<Problem> problems) {
    return problems.stream().map(Findings::of).toList();
  }

  static ApiException rejected(String file, ParseResult.Rejected rejected) {
    return rejected(file, of(rejected.problems()));
  }

  static ApiException rejected(String file, List<SourceProblem> problems) {
    long errors = problems.stream().filter(p -> p.severity().equals(SourceProblem.ERROR)).count();
    String title = file + " has " + (errors == 1 ? "an error" : errors + " errors");
    return new ApiException(
        dev.otters.api.Problem.of(
                ErrorCode.AGENTFILE_INVALID, title, "correct the lines that are shown")
            .withProblems(problems));
  }

  private static SourceProblem of(Problem problem) {
    return new SourceProblem(
        problem.severity().name().toLowerCase(Locale.ROOT),
        problem.file(),
        problem.line(),
        problem.column(),
        problem.length(),
        problem.code().text(),
        problem.message(),
        problem.allowed(),
        problem.suggestion().orElse(null),
        problem.line() == 0 ? null : problem.lineText(),
        problem.caret());
  }
}
