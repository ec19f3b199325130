package dev.otters.agents.rows;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The state of an agent. The methods of a state are its legal transitions; there are no others. The
 * table in {@code docs/agents.md} lists the same transitions.
 */
public sealed interface Lifecycle {
  /** Returns the name of the state in lower case, as stored. */
  default String word() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** A state in which an operator may remove the agent. */
  sealed interface Removable extends Lifecycle {
    /** Begins the removal. */
    default Removing remove() {
      return new Removing();
    }
  }

  /** A state in which the agent may fail. */
  sealed interface Fallible extends Removable {
    /**
     * Ends unexpectedly.
     *
     * @param reason the kind of failure
     * @param message one sentence about the failure
     * @return the failed state, without a next try
     */
    default Failed fail(Reason reason, String message) {
      return new Failed(reason, message, Optional.empty());
    }
  }

  /** A state in which an operator may stop the agent. */
  sealed interface Stoppable extends Removable {
    /** Stops on request, or because the program ended with code 0. */
    default Stopped stop() {
      return new Stopped();
    }
  }

  /** Waiting to be created. */
  record Queued() implements Fallible {
    /** Begins to fetch the images. */
    public Pulling pull() {
      return new Pulling();
    }
  }

  /** Fetching images. */
  record Pulling() implements Fallible {
    /** Begins to create the folder and the sandbox. */
    public Starting start() {
      return new Starting();
    }
  }

  /** Creating a sandbox, or waiting for its runtime to become ready. */
  record Starting() implements Fallible, Stoppable {
    /** Becomes ready when the runtime says so. */
    public Ready ready() {
      return new Ready();
    }
  }

  /** Waiting for messages. */
  record Ready() implements Fallible, Stoppable {
    /** Begins the first running turn. */
    public Working work() {
      return new Working();
    }
  }

  /** Running at least one turn. */
  record Working() implements Fallible, Stoppable {
    /** Ends the last running turn. */
    public Ready rest() {
      return new Ready();
    }
  }

  /** Without a sandbox, on request. */
  record Stopped() implements Removable {
    /** Begins to create a sandbox again. */
    public Starting start() {
      return new Starting();
    }
  }

  /**
   * Ended unexpectedly.
   *
   * @param reason the kind of failure
   * @param message one sentence about the failure
   * @param nextTry the time of the next start by the restart policy; empty for none
   */
  record Failed(Reason reason, String message, Optional<Instant> nextTry) implements Stoppable {
    /** Begins to create a sandbox again. */
    public Starting start() {
      return new Starting();
    }

    /** Returns the same failure with the time of the next start. */
    public Failed retry(Instant when) {
      return new Failed(reason, message, Optional.of(when));
    }
  }

  /** Being removed; the row disappears at the end. */
  record Removing() implements Lifecycle {}
}
