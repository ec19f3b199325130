package dev.otters.agents.rows;

import dev.otters.agents.engine.Executors;
import dev.otters.executor.Executor;
import java.util.Optional;
import java.util.UUID;

/** Finds the executor of an agent, which never changes. */
public record AgentExecutors(AgentRows rows, Executors executors) {
  public Executor of(Agent agent) {
    return executors.of(agent.placement().executor());
  }

  /** Returns the executor of an agent; empty if the agent does not exist. */
  public Optional<Executor> of(UUID agent) {
    return rows.find(agent).map(this::of);
  }
}
