package dev.otters.oci;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells why an image could not be named, found, fetched, read or built, and what to do about it.
 */
public class OciException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What kind of failure it is; stable, so that callers can map it to exit codes. */
  public enum Reason {
    /** A text that is no image reference, digest or platform. */
    INVALID_REFERENCE,
    /** An image, manifest, layer or tar that breaks the format or a bound. */
    INVALID_IMAGE,
    /** Files given to a build that cannot be packed. */
    BUILD_INPUT,
    /** No such image in the store or on the registry. */
    NOT_FOUND,
    /** The image exists, but not for the wanted platform. */
    PLATFORM,
    /** The registry wants credentials, or refuses the given ones. */
    DENIED,
    /** The registry does not answer. */
    UNREACHABLE,
    /** The registry asks to slow down, longer than we wait. */
    RATE_LIMITED,
    /** The registry answers with an error or breaks the protocol. */
    REGISTRY,
    /** Content is not what its digest or size says. */
    DIGEST_MISMATCH,
    /** The local store cannot be read or written. */
    STORE
  }

  private final Reason reason;
  private final String remedy;
  private final @Nullable String registry;
  private final @Nullable Fix fix;

  /**
   * Makes a failure without a cause.
   *
   * @param message what was found, in one sentence
   * @param remedy as in {@link #remedy}
   */
  public OciException(Reason reason, String message, String remedy) {
    this(reason, message, remedy, null);
  }

  /**
   * Makes a failure.
   *
   * @param message what was found, in one sentence
   * @param remedy as in {@link #remedy}
   * @param cause null when nothing else failed before
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
   * Returns the failure of a registry that may answer otherwise to somebody else.
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

  /** Returns the same failure with words in front of its message. */
  public OciException after(String words) {
    return new OciException(reason, words + getMessage(), remedy, registry, fix, this);
  }

  /** Returns what kind of failure it is. */
  public Reason reason() {
    return reason;
  }

  /**
   * Returns what the operator can do, as one sentence; empty when nothing but reporting it helps.
   */
  public String remedy() {
    return remedy;
  }

  /** Returns the operation by which the remedy is carried out; empty if there is none. */
  public Optional<Fix> fix() {
    return Optional.ofNullable(fix);
  }

  /** Returns the registry that refused, and may not refuse others; empty where there is none. */
  public Optional<String> registry() {
    return Optional.ofNullable(registry);
  }
}
