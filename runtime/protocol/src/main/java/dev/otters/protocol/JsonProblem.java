package dev.otters.protocol;

/** Says what is wrong with a piece of JSON and where; never leaves this package. */
final class JsonProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  JsonProblem(String message) {
    super(message);
  }

  JsonProblem(String message, Throwable cause) {
    super(message, cause);
  }
}
