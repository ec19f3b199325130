package dev.otters.models.weights;

/** The failure of a source of weights; the next source may succeed. */
final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean passing;

  private SourceFailure(String message, boolean passing) {
    super(message);
    this.passing = passing;
  }

  static SourceFailure lasting(String message) {
    return new SourceFailure(message, false);
  }

  /** Returns a transient failure, after which the source may send the rest. */
  static SourceFailure passing(String message) {
    return new SourceFailure(message, true);
  }

  /** Returns whether the same source may send the rest. */
  boolean passing() {
    return passing;
  }
}
