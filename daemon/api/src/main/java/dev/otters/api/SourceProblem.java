package dev.otters.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is one finding in an Agentfile, or in another file that people write.
 *
 * @param severity {@code error} or {@code warning}
 * @param line counted from 1, 0 when the finding is about the whole file
 * @param column counted from 1 in Unicode code points, 0 when it is about the whole line
 * @param length how many code points from there are meant, 0 when it is about the whole line
 * @param code stable, such as {@code unknown-capability}; null when the kind of finding has none
 * @param allowed what may stand there; may be empty
 * @param suggestion what was perhaps meant, null when nothing is near
 * @param lineText the line as written, or the part around the spot with {@code …} where it was cut;
 *     null when it is not known
 * @param caret how many code points of {@code lineText} stand before the spot
 */
public record SourceProblem(
    String severity,
    String file,
    int line,
    int column,
    int length,
    @Nullable String code,
    String message,
    List<String> allowed,
    @Nullable String suggestion,
    @Nullable String lineText,
    int caret) {
  /** Is the severity of a finding that makes the build fail. */
  public static final String ERROR = "error";

  /** Is the severity of a finding that does not. */
  public static final String WARNING = "warning";

  /** Fills in what an answer left out. */
  public SourceProblem {
    severity = Absent.or(severity, ERROR);
    allowed = Absent.list(allowed);
  }

  /** Makes a finding about one character of a whole line, without a code. */
  public SourceProblem(
      String severity,
      String file,
      int line,
      int column,
      String message,
      List<String> allowed,
      @Nullable String suggestion,
      @Nullable String lineText) {
    this(
        severity,
        file,
        line,
        column,
        Math.min(column, 1),
        null,
        message,
        allowed,
        suggestion,
        lineText,
        Math.max(0, column - 1));
  }

  /** Returns where it is: {@code file}, {@code file:line} or {@code file:line:column}. */
  public String place() {
    String lines = line > 0 ? ":" + line : "";
    return file + lines + (line > 0 && column > 0 ? ":" + column : "");
  }
}
