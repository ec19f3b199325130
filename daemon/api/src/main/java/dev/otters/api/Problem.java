package dev.otters.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells what failed, in the shape of {@code application/problem+json} (RFC 9457).
 *
 * @param status the HTTP status
 * @param code the stable code; an unknown one is read as {@link ErrorCode#INTERNAL}
 * @param title what failed and why, one sentence
 * @param detail more about it, null when the title says all
 * @param remedy what to do, one sentence, null when nothing can be advised
 * @param problems the findings in source files, all of them; empty when there are none
 * @param candidates names that were perhaps meant; empty when there are none
 * @param registry the registry that refused, and may not refuse the same request with credentials
 *     of the caller for it; null when there is none
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
  /** Is the media type of a problem. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** Fills in what an answer left out. */
  public Problem {
    code = Absent.or(code, ErrorCode.INTERNAL);
    status = status == 0 ? code.status() : status;
    title = Absent.or(title, "the request failed");
    problems = Absent.list(problems);
    candidates = Absent.list(candidates);
  }

  /** Makes a problem of a code, what failed, and what to do about it. */
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

  /** Returns the same problem with names that were perhaps meant. */
  public Problem withCandidates(List<String> names) {
    return new Problem(status, code, title, detail, remedy, problems, names, registry);
  }

  /** Returns the same problem with the registry that refused. */
  public Problem withRegistry(@Nullable String host) {
    return new Problem(status, code, title, detail, remedy, problems, candidates, host);
  }

  /** Returns the same problem with words in front of its title. */
  public Problem after(String words) {
    return new Problem(status, code, words + title, detail, remedy, problems, candidates, registry);
  }
}
