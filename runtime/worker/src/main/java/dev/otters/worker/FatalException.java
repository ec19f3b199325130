package dev.otters.worker;

/** Says in one sentence for people why the runtime cannot go on. */
final class FatalException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  /**
   * Makes one.
   *
   * @param reason one of the agent lifecycle's reasons, such as {@code init}
   */
  FatalException(String reason, String sentence) {
    super(sentence);
    this.reason = reason;
  }

  FatalException(String reason, String sentence, Throwable cause) {
    super(sentence, cause);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }

  String sentence() {
    return String.valueOf(getMessage());
  }
}
