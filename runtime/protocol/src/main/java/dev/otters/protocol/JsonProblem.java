package dev.otters.protocol;

/** A problem in a piece of JSON, with its place. Never leaves this package. */
final class JsonProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  JsonProblem(String message) {
    super(message);
  }

  JsonProblem(String message, Throwable cause) {
    super(message, cause);
  }
}
