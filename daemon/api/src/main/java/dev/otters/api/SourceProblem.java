package dev.otters.api;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A finding in an Agentfile, or in a configuration file.
 *
 * @param severity {@code error} or {@code warning}
 * @param code stable, such as {@code unknown-capability}; null when the kind of finding has none
 * @param allowed the values that are allowed there; may be empty
 * @param suggestion the value that was probably meant, null when none is close
 */
public record SourceProblem(
    String severity,
    @Inline SourcePlace place,
    @Nullable String code,
    String message,
    List<String> allowed,
    @Nullable String suggestion,
    @Inline Excerpt excerpt) {
  /** The severity of a finding that makes the build fail. */
  public static final String ERROR = "error";

  /** The severity of a finding that does not make the build fail. */
  public static final String WARNING = "warning";

  /** Fills in what an answer left out. */
  public SourceProblem {
    severity = Objects.requireNonNullElse(severity, ERROR);
  }

  /** Returns a finding without a code, a suggestion or the line's text. */
  public static SourceProblem of(String severity, SourcePlace place, String message) {
    return new SourceProblem(severity, place, null, message, List.of(), null, Excerpt.NONE);
  }
}
