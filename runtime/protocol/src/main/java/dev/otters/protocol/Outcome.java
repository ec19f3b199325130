package dev.otters.protocol;

/** How a turn ended. */
public sealed interface Outcome {
  /** Returns the kind of end. */
  Kind kind();

  /** The kinds of ends. */
  enum Kind {
    /** {@link Answered}. */
    ANSWERED,
    /** {@link Interrupted}. */
    INTERRUPTED,
    /** {@link Failed}. */
    FAILED
  }

  /** The model answered with this text. */
  record Answered(String text) implements Outcome {
    @Override
    public Kind kind() {
      return Kind.ANSWERED;
    }
  }

  /** The turn was interrupted; the text is what was said so far, empty for nothing. */
  record Interrupted(String text) implements Outcome {
    @Override
    public Kind kind() {
      return Kind.INTERRUPTED;
    }
  }

  /** The turn came to no answer. */
  record Failed(ErrorKind errorKind, String message) implements Outcome {
    @Override
    public Kind kind() {
      return Kind.FAILED;
    }
  }

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
