package dev.otters.worker.turn;

/** Unwinds a turn that must end. */
final class TurnEndedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Ending ending;

  TurnEndedException(Ending ending) {
    super(ending.words());
    this.ending = ending;
  }

  Ending ending() {
    return ending;
  }
}
