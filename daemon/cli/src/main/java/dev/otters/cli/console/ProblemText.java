package dev.otters.cli.console;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import java.util.Locale;

/** Renders problems as text: what failed, where, and what to do. */
public final class ProblemText {
  private ProblemText() {}

  /** Writes a problem to standard error. */
  public static void print(Console console, Problem problem) {
    problem.problems().forEach(finding -> print(console, finding));
    console.note(console.styled(Style.RED, "otters: ") + safe(problem.title()));
    if (problem.detail() != null) {
      safe(problem.detail()).lines().forEach(line -> console.note("  " + line));
    }
    if (!problem.candidates().isEmpty() && asksForAnother(problem.code())) {
      console.note("  Did you mean: " + safe(String.join(", ", problem.candidates())));
    }
    if (problem.remedy() != null && !problem.remedy().isEmpty()) {
      String remedy = safe(problem.remedy());
      boolean command = remedy.startsWith("otters ");
      String first = remedy.substring(0, 1);
      String sentence = (command ? first : first.toUpperCase(Locale.ROOT)) + remedy.substring(1);
      sentence.lines().forEach(line -> console.note("  " + line));
    }
  }

  /** Returns whether the candidates are similar names, which is so for unknown names only. */
  private static boolean asksForAnother(ErrorCode code) {
    return code.status() == 404
        || code == ErrorCode.AMBIGUOUS
        || code == ErrorCode.PROVIDER_UNKNOWN
        || code == ErrorCode.MODEL_UNKNOWN
        || code == ErrorCode.INVALID_REQUEST;
  }

  /** Writes one finding with its line and a mark under the place. */
  public static void print(Console console, SourceProblem finding) {
    boolean error = finding.severity().equals(SourceProblem.ERROR);
    String severity =
        console.styled(error ? Style.RED : Style.YELLOW, safe(finding.severity()) + ":");
    console.note(
        safe(finding.place().toString()) + ": " + severity + " " + safe(finding.message()));
    String text = finding.excerpt().lineText();
    if (text != null) {
      String line = safe(text).replace('\n', ' ');
      console.note("  " + line);
      SourcePlace place = finding.place();
      if (place.column() > 0) {
        console.note("  " + Columns.mark(line, finding.excerpt().caret(), place.length()));
      }
    }
    if (!finding.allowed().isEmpty()) {
      console.note("  Allowed: " + safe(String.join(", ", finding.allowed())));
    }
    if (finding.suggestion() != null) {
      console.note("  Did you mean '" + safe(finding.suggestion()) + "'?");
    }
  }

  private static String safe(String text) {
    return Console.harmless(text);
  }
}
