package dev.otters.sessions.log;

import java.util.Locale;
import java.util.Set;

/** The status of a session. A test compares the legal changes with docs/sessions.md. */
public enum SessionStatus {
  /** No turn runs. A message that arrived waits for the agent. */
  IDLE,
  /** A turn is leased to the agent's runtime. */
  RUNNING,
  /** A turn waits for its next attempt, or messages that arrived during the last turn wait. */
  RESCHEDULING,
  /** A turn waits for the operator's decision, or for the result of an allowed or custom call. */
  REQUIRES_ACTION,
  /** The last attempt failed permanently. */
  BLOCKED_ERROR,
  /** The last attempt failed and no attempts are left. */
  DEAD,
  /** The session has expired. It stays readable, and nothing begins a turn any more. */
  TERMINATED;

  /** Returns the statuses that may come next. */
  public Set<SessionStatus> next() {
    return switch (this) {
      case IDLE -> Set.of(RUNNING, TERMINATED);
      case RUNNING -> Set.of(IDLE, RESCHEDULING, REQUIRES_ACTION, BLOCKED_ERROR, DEAD, TERMINATED);
      case RESCHEDULING -> Set.of(RUNNING, IDLE, REQUIRES_ACTION, DEAD, TERMINATED);
      case REQUIRES_ACTION -> Set.of(RESCHEDULING, IDLE, TERMINATED);
      case BLOCKED_ERROR, DEAD -> Set.of(RESCHEDULING, TERMINATED);
      case TERMINATED -> Set.of();
    };
  }

  /** Returns the name used in events and the API. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
