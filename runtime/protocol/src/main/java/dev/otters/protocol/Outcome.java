package dev.otters.protocol;

/** How a turn ended. */
public sealed interface Outcome {
  /** The model answered with this text. */
  record Answered(String text) implements Outcome {}

  /** The turn was interrupted; the text is what was said so far, empty for nothing. */
  record Interrupted(String text) implements Outcome {}

  /** The turn came to no answer. */
  record Failed(ErrorKind errorKind, String message) implements Outcome {}

  /** Whether another attempt makes sense. */
  enum ErrorKind {
    /** A later attempt may succeed. */
    TRANSIENT,
    /** No attempt will succeed until somebody changes something. */
    PERMANENT,
    /** Not known; a few attempts are worth it. */
    UNKNOWN
  }
}
