package dev.otters.worker;

/** The reason why the runtime cannot go on, in one sentence for people. */
final class FatalException extends Exception {
  private static final long serialVersionUID = 1;

  private final String reason;

  /**
   * Creates the exception.
   *
   * @param reason a reason of the agent's lifecycle, such as {@code init}
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
