package dev.otters.sessions.trace;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The part that is stored of a request and its answer. Later constants store less. */
public enum TracePolicy {
  /** Everything, as it was sent. */
  FULL,
  /** Everything, with each value that the daemon keeps secret hidden. */
  REDACTED,
  /** Sizes, hashes, times and errors, without the texts. */
  SIZES,
  /** Nothing. */
  OFF;

  /** Returns the policy of this name; empty if there is none. */
  public static Optional<TracePolicy> named(String name) {
    return Arrays.stream(values()).filter(policy -> policy.toString().equals(name)).findFirst();
  }

  /** Returns whichever stores less. */
  TracePolicy and(TracePolicy other) {
    return compareTo(other) > 0 ? this : other;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
