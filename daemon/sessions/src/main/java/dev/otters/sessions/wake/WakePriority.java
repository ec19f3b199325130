package dev.otters.sessions.wake;

import java.util.Locale;
import java.util.Optional;

/** The order in which the turns of wakes start while others wait, too. */
public enum WakePriority {
  /** Before other wakes. */
  HIGH,
  /** The usual one. */
  NORMAL,
  /** After other wakes. */
  LOW;

  /** The rank of a turn that a message began. */
  public static final int MESSAGE = 0;

  /** Finds a priority by the name that requests use; empty if there is none. */
  public static Optional<WakePriority> named(String name) {
    for (WakePriority priority : values()) {
      if (priority.wireName().equals(name)) {
        return Optional.of(priority);
      }
    }
    return Optional.empty();
  }

  /** Returns the rank of its turns: a lower one starts first, and messages are before wakes. */
  public int rank() {
    return switch (this) {
      case HIGH -> MESSAGE + 1;
      case NORMAL -> MESSAGE + 2;
      case LOW -> MESSAGE + 3;
    };
  }

  /** Returns the name used in documents and responses. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
