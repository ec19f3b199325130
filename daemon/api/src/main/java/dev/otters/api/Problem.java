package dev.otters.api;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A failure, in the format of {@code application/problem+json} (RFC 9457).
 *
 * @param status the HTTP status
 * @param code the stable code; an unknown one is read as {@link ErrorCode#INTERNAL}
 * @param title what failed and why
 * @param detail more about it, null when the title is enough
 * @param remedy what to do, one imperative sentence; null when there is no advice
 * @param problems all findings in source files; may be empty
 * @param candidates similar names; may be empty
 * @param registry the registry that refused the request and may accept it with the caller's
 *     credentials; null when there is none
 */
public record Problem(
    int status,
    ErrorCode code,
    String title,
    @Nullable String detail,
    @Nullable String remedy,
    List<SourceProblem> problems,
    List<String> candidates,
    @Nullable String registry) {
  /** The media type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Fills in what an answer left out. */
  public Problem {
    code = Objects.requireNonNullElse(code, ErrorCode.INTERNAL);
    status = status == 0 ? code.status() : status;
    title = Objects.requireNonNullElse(title, "the request failed");
  }

  /** Creates a problem from a code, what failed, and a remedy. */
  public static Problem of(ErrorCode code, String title, @Nullable String remedy) {
    return new Problem(code.status(), code, title, null, remedy, List.of(), List.of(), null);
  }

  /** Returns the same problem with more detail. */
  public Problem withDetail(String text) {
    return new Problem(status, code, title, text, remedy, problems, candidates, registry);
  }

  /** Returns the same problem with the findings in source files. */
  public Problem withProblems(List<SourceProblem> found) {
    return new Problem(status, code, title, detail, remedy, found, candidates, registry);
  }

  /** Returns the same problem with similar names. */
  public Problem withCandidates(List<String> names) {
    return new Problem(status, code, title, detail, remedy, problems, names, registry);
  }

  /** Returns the same problem with the registry that refused. */
  public Problem withRegistry(@Nullable String host) {
    return new Problem(status, code, title, detail, remedy, problems, candidates, host);
  }

  /** Returns the same problem with other sentences. */
  public Problem with(UnaryOperator<String> change) {
    return new Problem(
        status,
        code,
        change.apply(title),
        detail == null ? null : change.apply(detail),
        remedy == null ? null : change.apply(remedy),
        problems,
        candidates,
        registry);
  }

  /** Returns the same problem with a prefix before its title. */
  public Problem after(String words) {
    return new Problem(status, code, words + title, detail, remedy, problems, candidates, registry);
  }
}
