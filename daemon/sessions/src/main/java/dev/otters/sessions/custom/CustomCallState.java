package dev.otters.sessions.custom;

import java.util.Locale;
import java.util.Set;

/** The state of a call of a client's tool. A test compares the moves with docs/custom-tools.md. */
public enum CustomCallState {
  /** Waiting for the client. */
  PENDING,
  /** The model has the client's result. */
  ANSWERED,
  /** Its turn was stopped, or failed for good. */
  GIVEN_UP;

  /** The condition of the index of calls that wait. */
  static final String OPEN = "state = 'PENDING'";

  /** Returns the states that may come next; empty for a final one. */
  public Set<CustomCallState> next() {
    return switch (this) {
      case PENDING -> Set.of(ANSWERED, GIVEN_UP);
      case ANSWERED, GIVEN_UP -> Set.of();
    };
  }

  /** Returns the name used in documents and errors. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
