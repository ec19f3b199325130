package dev.otters.llama;

/** Thrown when a model cannot be loaded. */
final class LoadException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * Creates an exception.
   *
   * @param reason {@code missing}, {@code damaged} or {@code library}
   */
  LoadException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
