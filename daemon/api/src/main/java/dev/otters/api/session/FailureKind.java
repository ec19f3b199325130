package dev.otters.api.session;

import java.util.Arrays;
import java.util.Locale;

/** Why an attempt of a turn failed. */
public enum FailureKind {
  /** A later attempt may succeed: the turn is retried until it does. */
  TRANSIENT,
  /** Another attempt would fail as well. */
  PERMANENT,
  /** The cause is unknown: the turn is retried a few times. */
  UNKNOWN;

  /** Finds the kind of a name; {@link #UNKNOWN} for one that this release does not know. */
  public static FailureKind named(String wireName) {
    return Arrays.stream(values())
        .filter(it -> it.toString().equals(wireName))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** Returns the name that events carry. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
