package dev.otters.models.weights;

/** Says why a source did not give the weights; the next one may. */
final class SourceFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean passing;

  private SourceFailure(String message, boolean passing) {
    super(message);
    this.passing = passing;
  }

  /** Makes a failure that stays as it is. */
  static SourceFailure lasting(String message) {
    return new SourceFailure(message, false);
  }

  /** Makes a failure in the middle: asked again, the source may give the rest. */
  static SourceFailure passing(String message) {
    return new SourceFailure(message, true);
  }

  /** Returns whether the same source may give the rest. */
  boolean passing() {
    return passing;
  }
}
