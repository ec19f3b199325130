package dev.otters.agents.rows;

import java.util.Optional;

/** Receives the changes of agents' rows in their order, each once it is durable. */
@FunctionalInterface
public interface RowListener {
  /** A listener that ignores all changes. */
  RowListener NONE = (_, _) -> {};

  /**
   * Receives a change. Must be quick, since it delays the database, and not use it.
   *
   * @param before the row before; empty for a new agent
   * @param after the row now; empty for a removed agent
   */
  void changed(Optional<Agent> before, Optional<Agent> after);
}
