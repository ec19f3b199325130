package dev.otters.server.agent;

import dev.otters.executor.Executor;
import dev.otters.server.engine.Executors;
import java.util.Optional;
import java.util.UUID;

/** Gives each agent the executor that its row names, and never another one. */
record AgentExecutors(AgentRows rows, Executors executors) {
  Executor of(Agent agent) {
    return executors.of(agent.placement().executor());
  }

  /** Returns the executor of an agent; empty when there is no such agent. */
  Optional<Executor> of(UUID agent) {
    return rows.find(agent).map(this::of);
  }
}
