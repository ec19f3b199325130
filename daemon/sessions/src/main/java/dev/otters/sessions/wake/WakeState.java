package dev.otters.sessions.wake;

import java.util.Locale;
import java.util.Set;

/** The state of a wake. A test compares the moves with docs/wakes.md. */
public enum WakeState {
  /** Waiting for its time, or for its session. A wake that repeats stays here. */
  PENDING,
  /** It began its only turn, or a repeating one has no next time. */
  FIRED,
  /** The operator removed it. */
  CANCELLED;

  /** Returns the states that may come next; empty for a final one. */
  public Set<WakeState> next() {
    return switch (this) {
      case PENDING -> Set.of(FIRED, CANCELLED);
      case FIRED, CANCELLED -> Set.of();
    };
  }

  /** Returns the name used in documents and responses. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
