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
import dev.otters.home.time.Time;
import dev.otters.sessions.Death;
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
 * Compares the agents' rows with the sandboxes that there are, at the daemon's start and when the
 * engine is back: sandboxes of ready agents are adopted as they are, what a dead daemon left
 * half-done is finished or taken back, and sandboxes of this home without an agent are removed.
 */
public final class Reconciler {
  private static final Logger LOGGER = LoggerFactory.getLogger(Reconciler.class);
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AgentRows rows;
  private final AgentExecutors executors;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final Launcher launcher;
  private final LogCollector logs;
  private final AgentLocks locks;
  private final Background background;
  private final Time time;

  public Reconciler(
      AgentRows rows,
      AgentExecutors executors,
      AgentRunner runner,
      AgentStopper stopper,
      Launcher launcher,
      LogCollector logs,
      AgentLocks locks,
      Background background,
      Time time) {
    this.rows = rows;
    this.executors = executors;
    this.runner = runner;
    this.stopper = stopper;
    this.launcher = launcher;
    this.logs = logs;
    this.locks = locks;
    this.background = background;
    this.time = time;
  }

  /**
   * Mends what differs, all agents at once. Starts and stops that follow go on in the background.
   *
   * @param kind the executor whose agents these are; those of others stay as they are
   * @param sandboxes all of this home that it has
   */
  void run(ExecutorKind kind, List<Sandbox> sandboxes) {
    List<Agent> agents =
        rows.all().stream().filter(agent -> agent.placement().executor() == kind).toList();
    List<UUID> known = agents.stream().map(Agent::id).toList();
    Stream<CompletableFuture<Void>> work =
        Stream.concat(
            agents.stream().map(this::reconcileLocked),
            sandboxes.stream()
                .map(Sandbox::agent)
                .filter(id -> !known.contains(id))
                .map(id -> removeOrphan(kind, id)));
    work.toList().forEach(CompletableFuture::join);
  }

  private CompletableFuture<Void> reconcileLocked(Agent agent) {
    return background.run(
        "reconcile " + agent.name(), () -> locks.run(agent.id(), () -> reconcile(agent.id())));
  }

  private CompletableFuture<Void> removeOrphan(ExecutorKind kind, UUID agent) {
    return background.run(
        "remove the sandbox of " + agent,
        () ->
            locks.run(
                agent,
                () -> {
                  if (rows.find(agent)
                      .filter(row -> row.placement().executor() == kind)
                      .isEmpty()) {
                    LOGGER
                        .atWarn()
                        .addKeyValue("agent", agent)
                        .log("Removed a sandbox without an agent");
                    executors.executors().of(kind).remove(agent);
                  }
                }));
  }

  private void reconcile(UUID id) {
    Optional<Agent> row = rows.find(id);
    if (row.isEmpty()) {
      return;
    }
    Agent agent = row.get();
    switch (agent.state()) {
      case Lifecycle.Removing removing -> stopper.remove(agent, agent.keepWorkspace());
      case Lifecycle.Removable unfinished when !agent.created() -> stopper.remove(agent, false);
      case Lifecycle.Starting starting -> startAnew(agent);
      case Lifecycle.Ready ready -> adopt(agent, executors.of(agent).status(id));
      case Lifecycle.Failed failed -> {
        executors.of(agent).remove(id);
        runner.planNextTry(agent);
      }
      case Lifecycle.Stopped stopped -> executors.of(agent).remove(id);
      default -> throw new IllegalStateException("no row is stored as " + agent.state().word());
    }
  }

  /**
   * A daemon died while it started the agent: nobody knows what its sandbox is, so it gets a new
   * one.
   */
  private void startAnew(Agent agent) {
    launcher.tearDown(agent.id());
    if (agent.wanted()) {
      Lifecycle.Failed failed =
          new Lifecycle.Starting()
              .fail(Reason.INIT, "the daemon ended while the agent was started");
      rows.change(agent.id(), row -> row.withoutSandbox(Optional.empty()).with(failed))
          .ifPresent(
              row ->
                  later(
                      "start", row.id(), a -> runner.startAgain(a.withRestarts(a.restarts() - 1))));
    } else {
      stopper.stop(agent, Duration.ZERO);
    }
  }

  private void later(String what, UUID id, Consumer<Agent> work) {
    background.start(
        what + " " + id,
        () -> locks.run(id, () -> rows.find(id).filter(Agent::created).ifPresent(work)));
  }

  /**
   * Starts what its restart policy wants to run after every start of the daemon, also when it was
   * stopped.
   */
  public void startAlways() {
    rows.all().stream()
        .filter(agent -> agent.state() instanceof Lifecycle.Stopped)
        .filter(agent -> agent.spec().restart().kind() == RestartPolicy.Kind.ALWAYS)
        .forEach(agent -> later("start", agent.id(), runner::startAgain));
  }

  private void adopt(Agent agent, Optional<Sandbox> sandbox) {
    boolean same = sandbox.map(Sandbox::id).equals(agent.sandbox());
    boolean runner = sandbox.map(found -> found.state() == Sandbox.State.RUNNING).orElse(false);
    if (!same || !runner) {
      Exit unknown = Exit.of(Exit.UNKNOWN, false, time.now());
      this.runner.ended(agent, sandbox.flatMap(Sandbox::exit).orElse(unknown), Death.STOPPED);
    } else if (agent.wanted()) {
      logs.resume(agent);
      LOGGER.atInfo().addKeyValue("agent", agent.name()).log("Adopted");
    } else {
      later("stop", agent.id(), row -> stopper.stop(row, GRACE));
    }
  }
}
