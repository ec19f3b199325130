package dev.otters.models.gateway;

import java.time.Duration;
import java.util.Optional;

/** The failure of a completion: its reason, and whether a retry may help. */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The two kinds of failure. */
  public enum Kind {
    /** A later attempt may succeed, as after an overload or a lost connection. */
    TRANSIENT,
    /** A retry does not help until something changes, such as the key, the model or the request. */
    PERMANENT
  }

  /** The reason of a failure. */
  public enum Reason {
    /** The provider rejected the key. */
    AUTH,
    /** The account has no credit left. */
    QUOTA,
    /** The model or the provider does not exist. */
    MODEL_UNKNOWN,
    /** The provider rejected the request. */
    BAD_REQUEST,
    /** The conversation exceeds the context of the model. */
    TOO_LONG,
    /** The provider is overloaded, or limits the rate of requests. */
    OVERLOADED,
    /** No connection was possible. */
    UNREACHABLE,
    /** The provider stopped responding. */
    STALLED,
    /** The answer ended early, is empty or malformed. */
    BROKEN_ANSWER,
    /** The weights of the model are not installed. */
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

  /** Returns a permanent failure without a remedy. */
  public static ModelException permanent(String message) {
    return permanent(Reason.FAILED, message, "");
  }

  /**
   * Returns a permanent failure.
   *
   * @param remedy an imperative sentence; empty for none
   */
  public static ModelException permanent(Reason reason, String message, String remedy) {
    return new ModelException(Kind.PERMANENT, reason, message, remedy, Optional.empty());
  }

  /**
   * Returns a transient failure.
   *
   * @param remedy an imperative sentence for a failure that persists; empty for none
   * @param retryAfter the wait that the provider asked for
   */
  public static ModelException transientFailure(
      Reason reason, String message, String remedy, Optional<Duration> retryAfter) {
    return new ModelException(Kind.TRANSIENT, reason, message, remedy, retryAfter);
  }

  /** Returns whether a retry may help. */
  public Kind kind() {
    return kind;
  }

  /** Returns the reason. */
  public Reason reason() {
    return reason;
  }

  /** Returns the remedy; empty for none. */
  public String remedy() {
    return remedy;
  }

  /** Returns the wait that the provider asked for; empty for none. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
