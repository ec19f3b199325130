package dev.otters.agents.supervise;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.start.StartAttempts;
import dev.otters.executor.Executor;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.sessions.RuntimeExit;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches the sandboxes of the agents: handles their ends, and ends those that stop responding. */
public final class Supervisor {
  private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

  private final AgentExecutors executors;
  private final StartAttempts attempts;
  private final ExitWaits exits;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final AgentTasks tasks;

  /** The last sandbox of each agent that stopped responding. It may be gone by now. */
  private final Map<UUID, String> silent = new ConcurrentHashMap<>();

  public Supervisor(
      AgentExecutors executors,
      StartAttempts attempts,
      ExitWaits exits,
      AgentRunner runner,
      AgentStopper stopper,
      AgentTasks tasks) {
    this.executors = executors;
    this.attempts = attempts;
    this.exits = exits;
    this.runner = runner;
    this.stopper = stopper;
    this.tasks = tasks;
  }

  /**
   * Handles the end of a sandbox.
   *
   * @param sandboxId the executor's id of the sandbox
   * @param exit how the sandbox ended
   * @param death what the end means for a running turn
   */
  void exited(UUID agent, String sandboxId, Exit exit, RuntimeExit death) {
    LOG.atInfo().addKeyValue("agent", agent).addKeyValue("exit", exit).log("A sandbox ended");
    rows()
        .change(agent, row -> has(row, sandboxId) ? row.endedWith(exit) : row)
        .filter(row -> has(row, sandboxId))
        .ifPresent(_ -> exits.ended(agent, exit));
    attempts.ended(
        agent,
        sandboxId,
        new AgentFailure(
            ExitText.reason(exit),
            "the runtime " + ExitText.describe(exit),
            "See the last lines of its log."));
    CompletableFuture<Void> _ =
        tasks.start("end of " + agent, agent, () -> ended(agent, sandboxId, exit, death));
  }

  private AgentRows rows() {
    return executors.rows();
  }

  private void ended(UUID agent, String sandboxId, Exit exit, RuntimeExit death) {
    rows()
        .find(agent)
        .filter(row -> row.live() && has(row, sandboxId))
        .ifPresent(
            row -> {
              boolean unresponsive = silent.remove(agent, sandboxId);
              runner.ended(row, exit, unresponsive ? RuntimeExit.UNRESPONSIVE : death);
              stopper.sweep(agent);
            });
  }

  private static boolean has(Agent row, @Nullable String sandboxId) {
    return row.sandbox().filter(id -> id.equals(sandboxId)).isPresent();
  }

  /** Ends the sandbox of a runtime that stopped responding while it held a turn. */
  public void unresponsive(UUID agent, String why) {
    LOG.atWarn()
        .addKeyValue("agent", agent)
        .addKeyValue("why", why)
        .log("A runtime stopped responding");
    rows().find(agent).flatMap(Agent::sandbox).ifPresent(sandbox -> silent.put(agent, sandbox));
    CompletableFuture<Void> _ =
        tasks.start("end of the unresponsive " + agent, agent, () -> endSilent(agent, why));
  }

  private void endSilent(UUID agent, String why) {
    rows()
        .find(agent)
        .filter(row -> row.live() && has(row, silent.get(agent)))
        .ifPresent(
            row -> {
              runner.note(agent, "ended, because " + why);
              Executor executor = executors.of(row);
              executor.kill(SandboxKey.ofAgent(agent));
              Exit exit =
                  executor
                      .status(SandboxKey.ofAgent(agent))
                      .flatMap(Sandbox::exit)
                      .orElseGet(() -> Exit.of(Exit.UNKNOWN, false, tasks.now()));
              silent.remove(agent);
              runner.ended(row, exit, RuntimeExit.UNRESPONSIVE);
              stopper.sweep(agent);
            });
  }

  /** Ends the sandboxes that stopped responding while their executor was lost. */
  void endSilent(ExecutorKind kind) {
    silent.keySet().stream()
        .filter(
            agent ->
                rows().find(agent).filter(row -> row.placement().executor() == kind).isPresent())
        .forEach(
            agent ->
                tasks.run(
                    agent,
                    () -> endSilent(agent, "it stopped responding while the engine was lost")));
  }
}
