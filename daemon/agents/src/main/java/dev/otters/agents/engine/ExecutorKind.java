package dev.otters.agents.engine;

import java.util.Locale;

/** The kinds of executors. */
public enum ExecutorKind {
  /** A container engine on this machine. */
  DOCKER,
  /** Bubblewrap, without an engine. */
  SYSTEM,
  /** A plain process of this machine, only if the operator asks for it. */
  UNSANDBOXED;

  /** Returns the kind with a name; throws IllegalArgumentException if there is none. */
  public static ExecutorKind of(String word) {
    for (ExecutorKind kind : values()) {
      if (kind.toString().equals(word)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("there is no executor '" + word + "'");
  }

  /** Returns the name as shown and stored. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
