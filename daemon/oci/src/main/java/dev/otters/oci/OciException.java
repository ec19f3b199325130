package dev.otters.oci;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure to name, find, fetch, read or build an image, with a remedy. */
public class OciException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The kind of failure. The constants are stable: callers map them to exit codes. */
  public enum Reason {
    /** A text is not a valid image reference, digest or platform. */
    INVALID_REFERENCE,
    /** An image, manifest, layer or tar breaks the format or exceeds a limit. */
    INVALID_IMAGE,
    /** Files given to a build cannot be packed. */
    BUILD_INPUT,
    /** The store or the registry does not have the image. */
    NOT_FOUND,
    /** The image exists, but not for the requested platform. */
    PLATFORM,
    /** The registry requires credentials, or rejects the given ones. */
    DENIED,
    /** The registry does not answer. */
    UNREACHABLE,
    /** The registry limits the rate and asks for a longer wait than we accept. */
    RATE_LIMITED,
    /** The registry returns an error or breaks the protocol. */
    REGISTRY,
    /** Content does not match its digest or size. */
    DIGEST_MISMATCH,
    /** The local store cannot be read or written. */
    STORE
  }

  private final Reason reason;
  private final String remedy;
  private final @Nullable String registry;
  private final @Nullable Fix fix;

  /**
   * Creates a failure without a cause.
   *
   * @param message the problem, in one sentence
   * @param remedy as in {@link #remedy}
   */
  public OciException(Reason reason, String message, String remedy) {
    this(reason, message, remedy, null);
  }

  /**
   * Creates a failure.
   *
   * @param message the problem, in one sentence
   * @param remedy as in {@link #remedy}
   * @param cause null if there is none
   */
  public OciException(Reason reason, String message, String remedy, @Nullable Throwable cause) {
    this(reason, message, remedy, null, null, cause);
  }

  private OciException(
      Reason reason,
      String message,
      String remedy,
      @Nullable String registry,
      @Nullable Fix fix,
      @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
    this.remedy = remedy;
    this.registry = registry;
    this.fix = fix;
  }

  /**
   * Returns the same failure with the registry that refused.
   *
   * @param host as in {@link #registry}
   */
  public OciException by(String host) {
    return new OciException(reason, String.valueOf(getMessage()), remedy, host, fix, getCause());
  }

  /** Returns the same failure with the operation by which its remedy is carried out. */
  public OciException with(Fix operation) {
    return new OciException(
        reason, String.valueOf(getMessage()), remedy, registry, operation, getCause());
  }

  /** Returns the same failure with a prefix for its message. */
  public OciException after(String words) {
    return new OciException(reason, words + getMessage(), remedy, registry, fix, this);
  }

  /** Returns the kind of failure. */
  public Reason reason() {
    return reason;
  }

  /** Returns what the operator can do, in the imperative; empty if only a report helps. */
  public String remedy() {
    return remedy;
  }

  /** Returns the operation by which the remedy is carried out; empty if there is none. */
  public Optional<Fix> fix() {
    return Optional.ofNullable(fix);
  }

  /**
   * Returns the registry that refused the caller and may accept other credentials; empty if none
   * did.
   */
  public Optional<String> registry() {
    return Optional.ofNullable(registry);
  }
}
