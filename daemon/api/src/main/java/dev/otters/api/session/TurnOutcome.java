package dev.otters.api.session;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a turn ended. */
public enum TurnOutcome {
  /** With an answer. */
  ANSWERED,
  /** The user stopped it; an {@code agent.message} holds what was said so far. */
  INTERRUPTED,
  /** It failed and is not retried. */
  FAILED;

  /** Finds the outcome of a name; empty for one that this release does not know. */
  public static Optional<TurnOutcome> named(String wireName) {
    return Arrays.stream(values()).filter(it -> it.toString().equals(wireName)).findFirst();
  }

  /** Returns the name that events carry. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
