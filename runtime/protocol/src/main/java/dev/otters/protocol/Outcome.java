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

  /** The end of a turn without an answer, which a runtime may report. */
  sealed interface Unanswered extends Outcome {}

  /** The turn was interrupted; the text is what the model had said, perhaps empty. */
  record Interrupted(String text) implements Unanswered {
    @Override
    public Kind kind() {
      return Kind.INTERRUPTED;
    }
  }

  /** The turn failed. */
  record Failed(ErrorKind errorKind, String message) implements Unanswered {
    @Override
    public Kind kind() {
      return Kind.FAILED;
    }
  }

  /** The kinds of failures, by whether another attempt helps. */
  enum ErrorKind {
    /** A later attempt may succeed. */
    TRANSIENT,
    /** No attempt will succeed until something changes. */
    PERMANENT,
    /** The cause is unknown; a few more attempts are made. */
    UNKNOWN
  }
}
