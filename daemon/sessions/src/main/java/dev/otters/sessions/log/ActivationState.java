package dev.otters.sessions.log;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The state of one claim on a session's pending work. */
public enum ActivationState {
  /** Waiting for a runtime, or for the time of the next attempt. */
  READY,
  /** Leased to one runtime, under one fence. */
  LEASED,
  /** The runtime stopped responding; waiting for proof that it is dead. */
  EXPIRED,
  /** Waiting for the operator's decision about calls, or for the results of allowed ones. */
  PAUSED,
  /** Failed for good; the next message rearms it. */
  BLOCKED,
  /** Ended with an answer. */
  ACKED,
  /** Ended without an answer because it was interrupted. */
  ABANDONED;

  /** Returns the names of states as an SQL list. */
  static String sql(ActivationState... states) {
    return Arrays.stream(states)
        .map(state -> "'" + state.name() + "'")
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Returns the names of the states that are not closed as an SQL list. */
  static String open() {
    return sql(
        Arrays.stream(values()).filter(state -> !state.closed()).toArray(ActivationState[]::new));
  }

  /** Reports whether the activation is finished. */
  public boolean closed() {
    return this == ACKED || this == ABANDONED;
  }

  /** Returns the name used in documents and responses. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
