package dev.otters.server.gateway;

import java.time.Duration;
import java.util.Optional;

/** Says that a model gave no answer, and whether asking again may help. */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether asking again may help. */
  public enum Kind {
    /** Overload, a lost connection: a later attempt may succeed. */
    TRANSIENT,
    /** Wrong key, unknown model, bad request: nothing changes until somebody changes something. */
    PERMANENT
  }

  private final Kind kind;
  private final transient Optional<Duration> retryAfter;

  private ModelException(Kind kind, String message, Optional<Duration> retryAfter) {
    super(message);
    this.kind = kind;
    this.retryAfter = retryAfter;
  }

  /** Makes an exception for a failure that will not go away by itself. */
  public static ModelException permanent(String message) {
    return new ModelException(Kind.PERMANENT, message, Optional.empty());
  }

  /**
   * Makes an exception for a failure that may go away by itself.
   *
   * @param retryAfter what the provider asked to wait
   */
  public static ModelException transientFailure(String message, Optional<Duration> retryAfter) {
    return new ModelException(Kind.TRANSIENT, message, retryAfter);
  }

  /** Returns whether asking again may help. */
  public Kind kind() {
    return kind;
  }

  /** Returns how long the provider asked to wait, empty where it did not say. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
