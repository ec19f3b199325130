package dev.otters.agents.supervise;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.rows.RestartPolicy;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.LogCollector;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.sessions.RuntimeExit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the rows of the agents with the sandboxes of an executor, when the daemon starts and
 * when an engine is back. It adopts the sandboxes of ready agents, finishes or undoes what a dead
 * daemon left half-done, and removes sandboxes of this home that have no agent or were left by a
 * run of a tool.
 */
public record Reconciler(
    AgentExecutors executors,
    AgentRunner runner,
    AgentStopper stopper,
    Launcher launcher,
    LogCollector logs,
    AgentTasks tasks) {
  private static final Logger LOG = LoggerFactory.getLogger(Reconciler.class);
  private static final Duration GRACE = Duration.ofSeconds(10);

  /**
   * Repairs what differs, for all agents in parallel. Starts and stops that follow from it continue
   * in the background.
   *
   * @param kind the executor; agents of other executors stay as they are
   * @param sandboxes all sandboxes of this home that the executor has
   */
  void run(ExecutorKind kind, List<Sandbox> sandboxes) {
    List<Agent> agents =
        rows().all().stream().filter(agent -> agent.placement().executor() == kind).toList();
    List<UUID> known = agents.stream().map(Agent::id).toList();
    Stream<CompletableFuture<Void>> repairs =
        Stream.concat(
            agents.stream()
                .map(
                    agent ->
                        tasks.start(
                            "reconcile " + agent.name(),
                            agent.id(),
                            () -> rows().find(agent.id()).ifPresent(this::settle))),
            sandboxes.stream()
                .map(Sandbox::key)
                .filter(key -> !(key.isAgent() && known.contains(key.owner())))
                .map(
                    key ->
                        tasks.start(
                            "remove sandbox " + key.id(),
                            key.owner(),
                            () -> removeOrphan(kind, key))));
    repairs.toList().forEach(CompletableFuture::join);
  }

  private AgentRows rows() {
    return executors.rows();
  }

  private void removeOrphan(ExecutorKind kind, SandboxKey key) {
    LOG.atWarn()
        .addKeyValue("agent", key.owner())
        .addKeyValue("purpose", key.purpose())
        .log("Removing a sandbox that nothing uses");
    executors.executors().of(kind).remove(key);
  }

  private void settle(Agent agent) {
    reconcile(agent);
    stopper.sweep(agent.id());
  }

  private void reconcile(Agent agent) {
    switch (agent.state()) {
      case Lifecycle.Removing _ -> stopper.remove(agent, agent.keepWorkspace());
      case Lifecycle.Removable _ when !agent.created() -> stopper.remove(agent, false);
      case Lifecycle.Starting _ -> startAnew(agent);
      case Lifecycle.Ready _ ->
          adopt(agent, executors.of(agent).status(SandboxKey.ofAgent(agent.id())));
      case Lifecycle.Failed _ -> {
        executors.of(agent).remove(SandboxKey.ofAgent(agent.id()));
        runner.planNextTry(agent);
      }
      case Lifecycle.Stopped _ -> executors.of(agent).remove(SandboxKey.ofAgent(agent.id()));
      default -> throw new IllegalStateException("no row is stored as " + agent.state().word());
    }
  }

  /** Replaces the sandbox of an agent whose start was cut off, since its state is unknown. */
  private void startAnew(Agent agent) {
    launcher.tearDown(agent.id());
    if (agent.wanted()) {
      Lifecycle.Failed failed =
          new Lifecycle.Starting()
              .fail(Reason.INIT, "the daemon ended while the agent was starting");
      rows()
          .change(agent.id(), row -> row.withoutSandbox(Optional.empty()).with(failed))
          .ifPresent(
              row ->
                  later(
                      "start", row.id(), a -> runner.startAgain(a.withRestarts(a.restarts() - 1))));
    } else {
      stopper.stop(agent, Duration.ZERO);
    }
  }

  private void later(String name, UUID id, Consumer<Agent> task) {
    CompletableFuture<Void> _ =
        tasks.start(
            name + " " + id, id, () -> rows().find(id).filter(Agent::created).ifPresent(task));
  }

  /** Starts the stopped agents whose restart policy starts them with every daemon. */
  public void startAlways() {
    rows().all().stream()
        .filter(agent -> agent.state() instanceof Lifecycle.Stopped)
        .filter(agent -> agent.spec().restart().kind() == RestartPolicy.Kind.ALWAYS)
        .forEach(agent -> later("start", agent.id(), runner::startAgain));
  }

  private void adopt(Agent agent, Optional<Sandbox> sandbox) {
    boolean same = sandbox.map(Sandbox::id).equals(agent.sandbox());
    boolean running = sandbox.map(found -> found.state() == Sandbox.State.RUNNING).orElse(false);
    if (!same || !running) {
      Exit unknown = Exit.of(Exit.UNKNOWN, false, tasks.now());
      runner.ended(agent, sandbox.flatMap(Sandbox::exit).orElse(unknown), RuntimeExit.STOPPED);
    } else if (agent.wanted()) {
      logs.resume(agent);
      LOG.atInfo().addKeyValue("agent", agent.name()).log("Adopted");
    } else {
      later(
          "stop",
          agent.id(),
          row -> {
            stopper.stop(row, GRACE);
            stopper.sweep(row.id());
          });
    }
  }
}
