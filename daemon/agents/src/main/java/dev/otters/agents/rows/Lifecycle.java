package dev.otters.agents.rows;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Says where an agent is in its life. The methods of each state are the legal moves out of it, and
 * there are no others; `docs/agents.md` holds the same table.
 */
public sealed interface Lifecycle {
  /** Returns the state's name, lower case, as stored. */
  default String word() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** Is a state in which an operator may remove the agent. */
  sealed interface Removable extends Lifecycle {
    /** Begins to take everything of the agent away. */
    default Removing remove() {
      return new Removing();
    }
  }

  /** Is a state in which something may go wrong. */
  sealed interface Fallible extends Removable {
    /**
     * Ends in a way that nobody asked for.
     *
     * @param reason what kind of failure it is
     * @param message what happened, one sentence
     * @return the failed agent, with no next try
     */
    default Failed fail(Reason reason, String message) {
      return new Failed(reason, message, Optional.empty());
    }
  }

  /** Is a state in which an operator may stop the agent. */
  sealed interface Stoppable extends Removable {
    /** Is at rest, because it was told to stop or because its program ended with code 0. */
    default Stopped stop() {
      return new Stopped();
    }
  }

  /** Waits for its turn to be created. */
  record Queued() implements Fallible {
    /** Fetches the images. */
    public Pulling pull() {
      return new Pulling();
    }
  }

  /** Fetches its images. */
  record Pulling() implements Fallible {
    /** Has all images, and makes its folder and sandbox. */
    public Starting start() {
      return new Starting();
    }
  }

  /** Has a sandbox, or soon will, whose runtime is not ready. */
  record Starting() implements Fallible, Stoppable {
    /** Heard from the runtime that it takes work. */
    public Ready ready() {
      return new Ready();
    }
  }

  /** Waits for messages. */
  record Ready() implements Fallible, Stoppable {
    /** Begins a turn while none runs. */
    public Working work() {
      return new Working();
    }
  }

  /** Runs at least one turn. */
  record Working() implements Fallible, Stoppable {
    /** Ended its last running turn. */
    public Ready rest() {
      return new Ready();
    }
  }

  /** Has no sandbox and nobody wants one. */
  record Stopped() implements Removable {
    /** Makes a sandbox again. */
    public Starting start() {
      return new Starting();
    }
  }

  /**
   * Ended in a way that nobody asked for.
   *
   * @param reason what kind of failure it is
   * @param message what happened, one sentence
   * @param nextTry when the restart policy starts it again; empty when it does not
   */
  record Failed(Reason reason, String message, Optional<Instant> nextTry) implements Stoppable {
    /** Makes a sandbox again. */
    public Starting start() {
      return new Starting();
    }

    /**
     * Waits until it is started again.
     *
     * @param when the time of the next try
     * @return the same failure with that time
     */
    public Failed retry(Instant when) {
      return new Failed(reason, message, Optional.of(when));
    }
  }

  /** Is being taken away; nothing but that may happen to it. */
  record Removing() implements Lifecycle {
    /** Left nothing behind. */
    public Removed removed() {
      return new Removed();
    }
  }

  /** Is gone. */
  record Removed() implements Lifecycle {}
}
