package dev.otters.models.gateway;

import java.time.Duration;
import java.util.Optional;

/** Says that a model gave no answer, why, and whether asking again may help. */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether asking again may help. */
  public enum Kind {
    /** Overload, a lost connection: a later attempt may succeed. */
    TRANSIENT,
    /** Wrong key, unknown model, bad request: nothing changes until somebody changes something. */
    PERMANENT
  }

  /** Why there is no answer. */
  public enum Reason {
    /** The provider refused the key. */
    AUTH,
    /** The account has nothing left to spend. */
    QUOTA,
    /** The provider has no such model, or there is no such provider. */
    MODEL_UNKNOWN,
    /** The provider does not take the request. */
    BAD_REQUEST,
    /** The conversation is longer than the model can see. */
    TOO_LONG,
    /** The provider has too much to do, or limits how often it is asked. */
    OVERLOADED,
    /** No connection came about. */
    UNREACHABLE,
    /** The provider went silent. */
    STALLED,
    /** The answer ended early, is empty, or is no answer at all. */
    BROKEN_ANSWER,
    /** The model is known, and its weights are not here. */
    NOT_INSTALLED,
    /** Anything else. */
    FAILED
  }

  private final Kind kind;
  private final Reason reason;
  private final String remedy;
  private final transient Optional<Duration> retryAfter;

  private ModelException(
      Kind kind, Reason reason, String message, String remedy, Optional<Duration> retryAfter) {
    super(message);
    this.kind = kind;
    this.reason = reason;
    this.remedy = remedy;
    this.retryAfter = retryAfter;
  }

  /** Makes an exception for a failure that will not go away by itself, and has no remedy. */
  public static ModelException permanent(String message) {
    return permanent(Reason.FAILED, message, "");
  }

  /**
   * Makes an exception for a failure that will not go away by itself.
   *
   * @param remedy what to do about it, a sentence; empty where nobody knows
   */
  public static ModelException permanent(Reason reason, String message, String remedy) {
    return new ModelException(Kind.PERMANENT, reason, message, remedy, Optional.empty());
  }

  /**
   * Makes an exception for a failure that may go away by itself.
   *
   * @param retryAfter what the provider asked to wait
   */
  public static ModelException transientFailure(String message, Optional<Duration> retryAfter) {
    return transientFailure(Reason.FAILED, message, "", retryAfter);
  }

  /**
   * Makes an exception for a failure that may go away by itself.
   *
   * @param remedy what to do if it does not, a sentence; empty where nobody knows
   * @param retryAfter what the provider asked to wait
   */
  public static ModelException transientFailure(
      Reason reason, String message, String remedy, Optional<Duration> retryAfter) {
    return new ModelException(Kind.TRANSIENT, reason, message, remedy, retryAfter);
  }

  /** Returns whether asking again may help. */
  public Kind kind() {
    return kind;
  }

  /** Returns why there is no answer. */
  public Reason reason() {
    return reason;
  }

  /** Returns what to do about it, empty where nobody knows. */
  public String remedy() {
    return remedy;
  }

  /** Returns how long the provider asked to wait, empty where it did not say. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
