package dev.otters.api;

import org.jspecify.annotations.Nullable;

/** Carries a {@link Problem}. Clients throw it for an answer; the server answers with it. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  /** Creates an exception without a cause in this process. */
  public ApiException(Problem problem) {
    super(problem.title());
    this.problem = problem;
  }

  /** Creates an exception with its cause. */
  public ApiException(Problem problem, Throwable cause) {
    super(problem.title(), cause);
    this.problem = problem;
  }

  /** Creates an exception from a code, what failed, and a remedy. */
  public static ApiException of(ErrorCode code, String title, @Nullable String remedy) {
    return new ApiException(Problem.of(code, title, remedy));
  }

  /** Returns what failed. */
  public Problem problem() {
    return problem;
  }
}
