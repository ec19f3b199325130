package dev.otters.agents.supervise;

import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.RestartPolicy;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.executor.Executor;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.home.store.StoreException;
import dev.otters.sessions.RuntimeExit;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops and removes agents for the operator. The caller runs it as a task of the agent. */
public record AgentStopper(
    AgentExecutors executors,
    RuntimeLinks links,
    ExitWaits exits,
    Launcher launcher,
    Removal removal,
    Conversations conversations,
    AgentLogs logs,
    AgentTasks tasks) {
  private static final Logger LOG = LoggerFactory.getLogger(AgentStopper.class);
  private static final Duration SLACK = Duration.ofSeconds(1);

  /**
   * Stops an agent, also one that waits for its next start. A stopped agent stays as it is.
   *
   * @param agent the agent as its row is now
   * @param grace how long the agent may take to end by itself
   */
  public void stop(Agent agent, Duration grace) {
    if (!agent.live()) {
      stopSessions(agent, grace);
    }
    switch (agent.state()) {
      case Lifecycle.Stopped _ -> rows().change(agent.id(), row -> row.wanted(false));
      case Lifecycle.Failed failed -> rest(agent.id(), failed, Optional.empty());
      case Lifecycle.Stoppable live -> end(agent, live, grace);
      case Lifecycle.Queued _, Lifecycle.Pulling _, Lifecycle.Removable _, Lifecycle.Removing _ ->
          throw notYet(agent);
    }
  }

  private AgentRows rows() {
    return executors.rows();
  }

  /** Ends the sandbox of an agent, if it has one. Its row stays as it is. */
  void halt(Agent agent, Duration grace) {
    stopSessions(agent, grace);
    if (agent.sandbox().isPresent()) {
      Optional<Exit> unused = endSandbox(agent, grace);
    }
  }

  /** Stops the sandboxes that sessions of an agent have for themselves, all at once. */
  public void stopSessions(Agent agent, Duration grace) {
    rows().ofSessions(agent.id()).stream()
        .map(own -> stopSession(own, grace))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private CompletableFuture<Void> stopSession(Agent own, Duration grace) {
    launcher.attempts().fail(own.id(), Removal.ended("its agent was stopped"));
    return tasks.start(
        "stop " + own.name(),
        own.id(),
        () ->
            rows()
                .find(own.id())
                .filter(row -> row.state() instanceof Lifecycle.Stoppable)
                .ifPresent(row -> stop(row, grace)));
  }

  /** Kills the sandbox of an agent. The executor reports the end. */
  void kill(Agent agent) {
    executors.of(agent).kill(SandboxKey.ofAgent(agent.id()));
  }

  /**
   * Kills the sandbox of an agent. Other than {@link #stop}, it may run beside the tasks of the
   * agent, which then need not wait for its turns.
   */
  public void cutOff(Agent agent) {
    for (Agent own : rows().ofSessions(agent.id())) {
      unwant(own.id());
      cutOff(own);
    }
    if (agent.sandbox().isPresent()) {
      kill(agent);
    }
  }

  /**
   * Lets an agent rest whose sandbox was {@link #cutOff}.
   *
   * @param agent the agent as its row is now
   */
  public void rest(Agent agent) {
    if (!(agent.live() && agent.state() instanceof Lifecycle.Stoppable live)) {
      stop(agent, Duration.ZERO);
      return;
    }
    UUID id = agent.id();
    unwant(id);
    stopSessions(agent, Duration.ZERO);
    cutOff(agent);
    Optional<Exit> exit = executors.of(agent).status(SandboxKey.ofAgent(id)).flatMap(Sandbox::exit);
    conversations.runtimeExited(id, RuntimeExit.STOPPED);
    launcher.tearDown(id);
    rest(id, live, exit);
  }

  private void end(Agent agent, Lifecycle.Stoppable live, Duration grace) {
    unwant(agent.id());
    stopSessions(agent, grace);
    rest(agent.id(), live, endSandbox(agent, grace));
  }

  private Optional<Exit> endSandbox(Agent agent, Duration grace) {
    UUID id = agent.id();
    ExitWaits.Answer answer = exits.await(id, () -> links.askToStop(id, grace), grace.plus(SLACK));
    Optional<Exit> exit = answer.exit();
    if (exit.isEmpty()) {
      Executor executor = executors.of(agent);
      executor.stop(SandboxKey.ofAgent(id), answer.heard() ? SLACK : grace);
      exit = executor.status(SandboxKey.ofAgent(id)).flatMap(Sandbox::exit);
    }
    conversations.runtimeExited(id, RuntimeExit.STOPPED);
    launcher.tearDown(id);
    return exit;
  }

  /**
   * Writes that an agent shall not run, before its sandbox ends. It may run beside the tasks of the
   * agent, which then do not start it. On a full disk this waits until the sandbox has ended, since
   * an agent that writes in a loop would take the space of the reserve.
   */
  public void unwant(UUID agent) {
    try {
      rows().changeWithoutReserve(agent, row -> row.wanted(false));
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("agent", agent)
          .log("The disk is full: its sandbox is stopped first");
    }
  }

  private void rest(UUID id, Lifecycle.Stoppable state, Optional<Exit> exit) {
    rows()
        .change(
            id,
            row ->
                row.undone().withoutSandbox(exit).wanted(false).withRestarts(0).with(state.stop()));
    logs.of(id).end();
  }

  /**
   * Removes an agent with everything that belongs to it. On a full disk the agent's folder goes
   * first, since the agent may be what fills the disk.
   *
   * @param agent the agent as its row is now
   * @param keepWorkspace whether to move its workspace aside first
   */
  public void remove(Agent agent, boolean keepWorkspace) {
    try {
      removal.begin(agent.id(), keepWorkspace);
    } catch (StoreException e) {
      if (!e.full() || keepWorkspace || agent.keepWorkspace()) {
        throw e;
      }
      removal.makeRoom(agent.id());
      removal.begin(agent.id(), false);
    }
    rows().find(agent.id()).ifPresent(removal::finish);
  }

  /** Removes an agent that rests if its policy says so. */
  public void sweep(UUID id) {
    rows()
        .find(id)
        .filter(Agent::created)
        .filter(Agent::rests)
        .filter(row -> row.spec().restart().kind() == RestartPolicy.Kind.REMOVE)
        .ifPresent(row -> remove(row, false));
  }

  private static ApiException notYet(Agent agent) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "agent " + agent.name() + " is " + agent.state().word() + " and cannot be stopped",
        "Wait until that is done, or remove it with 'otters rm -f " + agent.name() + "'.");
  }
}
