package dev.otters.worker.turn;

/** The reasons why a turn ends before it has an answer. */
enum Ending {
  /** The user interrupted it; text said so far is kept. */
  INTERRUPTED("interrupted by the user"),
  /** Its time is used up. */
  TIMED_OUT("stopped: the turn used up its time"),
  /** This runtime no longer holds the activation; its writes would be refused. */
  LOST("stopped: the turn was given up"),
  /** The runtime is stopping; the activation returns to the daemon. */
  STOPPED("stopped: the agent is being stopped");

  private final String words;

  Ending(String words) {
    this.words = words;
  }

  /** Returns the reason for a tool's result. */
  String words() {
    return words;
  }

  /** Reports whether the turn ends without an ack. */
  boolean abandons() {
    return this == LOST || this == STOPPED;
  }
}
