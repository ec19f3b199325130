package dev.otters.resources.provider;

/** A refused call of a tool. Its message is for the model. Nothing was changed. */
public final class ResourceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean denied;

  private ResourceException(String message, boolean denied) {
    super(message);
    this.denied = denied;
  }

  /** Returns the failure that the mode or the grants do not allow a call. */
  public static ResourceException denied(String message) {
    return new ResourceException(message, true);
  }

  /** Returns the failure that an input is wrong, or a limit is reached. */
  public static ResourceException refused(String message) {
    return new ResourceException(message, false);
  }

  /** Returns whether the mode or the grants do not allow the call. */
  public boolean isDenied() {
    return denied;
  }
}
