package dev.otters.sessions.log;

import static dev.otters.sessions.log.ActivationState.ABANDONED;
import static dev.otters.sessions.log.ActivationState.ACKED;
import static dev.otters.sessions.log.ActivationState.BLOCKED;
import static dev.otters.sessions.log.ActivationState.EXPIRED;
import static dev.otters.sessions.log.ActivationState.LEASED;
import static dev.otters.sessions.log.ActivationState.PAUSED;
import static dev.otters.sessions.log.ActivationState.READY;

import java.util.Locale;
import java.util.Set;

/** The legal moves of an activation. The journal records each move. */
public enum ActivationMove {
  /** A runtime takes the work under the next fence. */
  LEASE,
  /** The turn ends with an answer. */
  ACK,
  /** The work waits for its next attempt. */
  REQUEUE,
  /** The runtime has not renewed its lease in time. */
  EXPIRE,
  /** The work waits for the operator. */
  PAUSE,
  /** Everything that the work waited for is there. */
  RESUME,
  /** The work fails for good. */
  BLOCK,
  /** A new message, a new budget or the operator asks for another try. */
  REARM,
  /** The turn is interrupted, or its session ends. */
  ABANDON;

  /** Returns the states that the move starts from. */
  public Set<ActivationState> from() {
    return switch (this) {
      case LEASE -> Set.of(READY);
      case ACK, EXPIRE -> Set.of(LEASED);
      case REQUEUE, BLOCK, PAUSE -> Set.of(LEASED, EXPIRED);
      case RESUME -> Set.of(PAUSED);
      case REARM -> Set.of(BLOCKED);
      case ABANDON -> Set.of(READY, LEASED, EXPIRED, PAUSED, BLOCKED);
    };
  }

  /** Returns the state that the move leads to. */
  public ActivationState to() {
    return switch (this) {
      case LEASE -> LEASED;
      case ACK -> ACKED;
      case REQUEUE, REARM, RESUME -> READY;
      case PAUSE -> PAUSED;
      case EXPIRE -> EXPIRED;
      case BLOCK -> BLOCKED;
      case ABANDON -> ABANDONED;
    };
  }

  /** Returns the name of a move that was made, such as {@code leased}. */
  public String done() {
    return wireName() + (wireName().endsWith("e") ? "d" : "ed");
  }

  /** Returns the name that the journal and documents use. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
