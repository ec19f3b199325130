package dev.otters.worker.turn;

/** Why a turn has to end before it has an answer. */
enum Ending {
  /** Somebody interrupted it: what was said so far is kept. */
  INTERRUPTED("interrupted by the user"),
  /** It used up its time. */
  TIMED_OUT("stopped: the turn used up its time"),
  /** The activation is not this runtime's any more: nothing that it writes would count. */
  LOST("stopped: the turn was given up"),
  /** The runtime ends; the activation goes back to the daemon. */
  STOPPED("stopped: the agent is being stopped");

  private final String words;

  Ending(String words) {
    this.words = words;
  }

  /** Returns the reason as a tool's result states it. */
  String words() {
    return words;
  }

  /** Says whether even an ack makes no sense any more. */
  boolean abandons() {
    return this == LOST || this == STOPPED;
  }
}
