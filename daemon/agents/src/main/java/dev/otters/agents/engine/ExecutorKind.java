package dev.otters.agents.engine;

import java.util.Locale;

/** Names what can run an agent's sandbox. */
public enum ExecutorKind {
  /** A container engine on this machine. */
  DOCKER,
  /** Bubblewrap, without an engine. */
  SYSTEM,
  /** A plain process of this machine, only where the operator says so for that agent. */
  UNSANDBOXED;

  /** Returns the kind of a word; throws IllegalArgumentException when there is none. */
  public static ExecutorKind of(String word) {
    for (ExecutorKind kind : values()) {
      if (kind.toString().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("there is no executor '" + word + "'");
  }

  /** Returns the word as shown and stored. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
