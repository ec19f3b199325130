package dev.otters.api;

import org.jspecify.annotations.Nullable;

/**
 * Carries a {@link Problem}: thrown by clients for an answer, and by a server for what it will
 * answer.
 */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  /** Makes an exception of a problem that has no cause in this process. */
  public ApiException(Problem problem) {
    super(problem.title());
    this.problem = problem;
  }

  /** Makes an exception of a problem and what caused it. */
  public ApiException(Problem problem, Throwable cause) {
    super(problem.title(), cause);
    this.problem = problem;
  }

  /** Makes an exception of a code, what failed, and what to do about it. */
  public static ApiException of(ErrorCode code, String title, @Nullable String remedy) {
    return new ApiException(Problem.of(code, title, remedy));
  }

  /** Returns what failed. */
  public Problem problem() {
    return problem;
  }
}
