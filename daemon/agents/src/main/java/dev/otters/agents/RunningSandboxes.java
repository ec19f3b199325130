package dev.otters.agents;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.rows.Agent;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the sandboxes that an earlier daemon left running. */
record RunningSandboxes(Executors executors) {
  private static final Logger LOG = LoggerFactory.getLogger(RunningSandboxes.class);

  /**
   * Returns the agents whose sandboxes run. If an engine is unreachable, its agents count as
   * running.
   */
  Set<UUID> of(List<Agent> live) {
    Map<ExecutorKind, List<Agent>> byKind =
        live.stream().collect(Collectors.groupingBy(agent -> agent.placement().executor()));
    Set<UUID> running = new HashSet<>();
    byKind.forEach((kind, agents) -> running.addAll(of(kind, agents)));
    return running;
  }

  private Set<UUID> of(ExecutorKind kind, List<Agent> agents) {
    Set<UUID> running = agents.stream().map(Agent::id).collect(Collectors.toSet());
    try {
      running.retainAll(
          executors.of(kind).list().stream()
              .filter(sandbox -> sandbox.state() == Sandbox.State.RUNNING)
              .map(Sandbox::key)
              .filter(SandboxKey::isAgent)
              .map(SandboxKey::owner)
              .toList());
    } catch (ExecutorException e) {
      LOG.atWarn()
          .addKeyValue("executor", kind)
          .log("The engine is not reachable yet: {}", e.getMessage());
    }
    return running;
  }
}
