package dev.otters.sessions;

import java.util.Locale;
import java.util.Set;

/**
 * What a session is doing. The legal moves stand here and, checked by a test, in docs/sessions.md.
 */
public enum SessionStatus {
  /** Nothing runs; a message that arrived waits for the agent. */
  IDLE,
  /** A turn is leased to the agent's runtime. */
  RUNNING,
  /** Work waits for its next attempt, or for the messages that came during the last turn. */
  RESCHEDULING,
  /** The last attempt failed in a way that trying again does not mend. */
  BLOCKED_ERROR,
  /** The last attempt failed and all attempts are used up. */
  DEAD;

  /** Returns the statuses that may follow. */
  public Set<SessionStatus> next() {
    return switch (this) {
      case IDLE -> Set.of(RUNNING);
      case RUNNING -> Set.of(IDLE, RESCHEDULING, BLOCKED_ERROR, DEAD);
      case RESCHEDULING -> Set.of(RUNNING, IDLE, DEAD);
      case BLOCKED_ERROR, DEAD -> Set.of(RESCHEDULING);
    };
  }

  /** Returns the name that events and the API use. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
