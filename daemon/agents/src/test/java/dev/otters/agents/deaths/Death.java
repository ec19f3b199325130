package dev.otters.agents.deaths;

import java.util.Locale;

/**
 * A death of the daemon, the runtime or both.
 *
 * @param number the number of the moment among those of its kind since the last death, from 1
 */
record Death(Moment moment, Victim victim, int number) {
  /** The moments at which something can die. */
  enum Moment {
    /** A transaction has run, and its commit has not. */
    BEFORE_COMMIT,
    /** A commit is on disk, and nobody knows it. */
    AFTER_COMMIT,
    /** The runtime is about to send a request, which is lost. */
    REQUEST,
    /** An answer of the daemon has come, and is lost. */
    ANSWER;

    boolean isCommit() {
      return this == BEFORE_COMMIT || this == AFTER_COMMIT;
    }
  }

  /** What dies. */
  enum Victim {
    DAEMON,
    RUNTIME,
    BOTH;

    boolean isDaemon() {
      return this != RUNTIME;
    }

    boolean isRuntime() {
      return this != DAEMON;
    }
  }

  @Override
  public String toString() {
    return "%s at %s %d".formatted(victim, moment, number).toLowerCase(Locale.ROOT);
  }
}
