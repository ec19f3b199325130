package dev.otters.sessions;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where one claim on a session's pending work stands. */
public enum ActivationState {
  /** Waits for a runtime, or for the time of its next attempt. */
  READY,
  /** One runtime works on it, under one fence. */
  LEASED,
  /** Its runtime fell silent; it waits until that runtime is known to be dead. */
  EXPIRED,
  /** Failed for good, until somebody writes or retries. */
  BLOCKED,
  /** Ended with an answer. */
  ACKED,
  /** Ended without an answer, because it was interrupted. */
  ABANDONED;

  /** Returns the names of states as a list in SQL. */
  static String sql(ActivationState... states) {
    return Arrays.stream(states)
        .map(state -> "'" + state.name() + "'")
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Returns whether the state is an end. */
  public boolean closed() {
    return this == ACKED || this == ABANDONED;
  }

  /** Returns the name that documents and answers use. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
