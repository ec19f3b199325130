package dev.otters.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one finding in an Agentfile.
 *
 * @param severity {@code error} or {@code warning}
 * @param line counted from 1, 0 when the finding is about the whole file
 * @param column counted from 1, 0 when the finding is about the whole line
 * @param allowed what may stand there; may be empty
 * @param suggestion what was perhaps meant, null when nothing is near
 * @param lineText the line as written, null when it is not known
 */
public record SourceProblem(
    String severity,
    String file,
    int line,
    int column,
    String message,
    List<String> allowed,
    @Nullable String suggestion,
    @Nullable String lineText) {
  /** Is the severity of a finding that makes the build fail. */
  public static final String ERROR = "error";

  /** Is the severity of a finding that does not. */
  public static final String WARNING = "warning";

  /** Fills in what an answer left out. */
  public SourceProblem {
    severity = Absent.or(severity, ERROR);
    allowed = Absent.list(allowed);
  }

  /** Returns where it is: {@code file}, {@code file:line} or {@code file:line:column}. */
  public String place() {
    String lines = line > 0 ? ":" + line : "";
    return file + lines + (line > 0 && column > 0 ? ":" + column : "");
  }
}
