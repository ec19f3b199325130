package dev.otters.agents;

import static java.util.stream.Collectors.toMap;

import dev.otters.agents.create.Creator;
import dev.otters.agents.create.Updater;
import dev.otters.agents.repo.Repos;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentLookup;
import dev.otters.agents.rows.AgentNames;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Renewal;
import dev.otters.agents.supervise.RowEvents;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.api.agent.WaitResult;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.Exit;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates, lists, starts, stops and removes agents. A {@code reference} is a name, an id or the
 * beginning of an id; one that names no agent is an {@link ApiException}. Safe for use by any
 * thread.
 */
public final class AgentKeeper {
  /** Docker's exit code for a container that could not be started. */
  private static final int NO_EXIT = 125;

  private final AgentRows rows;
  private final AgentLookup lookup;
  private final Creator creator;
  private final Updater updater;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final AgentTasks tasks;
  private final AgentViews views;
  private final AgentPower power;
  private final Repos repos;

  AgentKeeper(
      Creator creator,
      Updater updater,
      Renewal renewal,
      StartAttempts attempts,
      AgentViews views,
      RowEvents events,
      Repos repos) {
    this.repos = repos;
    this.rows = renewal.rows();
    this.lookup = new AgentLookup(rows::agents);
    this.creator = creator;
    this.updater = updater;
    this.runner = renewal.runner();
    this.stopper = renewal.stopper();
    this.tasks = renewal.tasks();
    this.views = views;
    this.power = new AgentPower(renewal, attempts, views, events);
  }

  /**
   * Creates an agent and waits until it is ready. If this throws, nothing of the agent is left.
   *
   * @param id the id of the agent; a repeated request returns its agent and creates none
   * @param request the operator's request
   * @param credentials the operator's registry credentials, used for this request and never kept
   * @param progress receives the steps of the creation
   * @return the ready agent
   */
  public AgentView run(
      UUID id, RunRequest request, List<HostCredentials> credentials, Progress progress) {
    return views.view(creator.create(id, request, credentials, progress));
  }

  /** Throws KEY_REUSED if another request created the agent that has an id. */
  public void checkRepeated(UUID id, RunRequest request) {
    Optional<Agent> _ = creator.existing(id, request);
  }

  /**
   * Returns the agents, newest first.
   *
   * @param all whether to include agents that do not run
   */
  public AgentList list(boolean all) {
    return new AgentList(
        rows.agents().stream()
            .map(views::summary)
            .filter(agent -> all || agent.state().status().running())
            .toList());
  }

  /** Returns the names of the agents by their ids, without looking at what they do. */
  public Map<String, String> names() {
    return rows.agents().stream().collect(toMap(agent -> agent.id().toString(), Agent::name));
  }

  /** Returns the git repositories of agents. */
  public Repos repos() {
    return repos;
  }

  /** Returns what agents use. */
  public AgentUse use() {
    return new AgentUse(rows);
  }

  /** Returns everything about an agent. */
  public AgentView inspect(String reference) {
    return views.view(lookup.find(reference));
  }

  /** Returns the id of an agent. */
  public UUID id(String reference) {
    return lookup.find(reference).id();
  }

  /** Returns whether the log of an agent may still grow. */
  public boolean mayWriteLog(String reference) {
    return views.summary(lookup.find(reference)).state().status().running();
  }

  /**
   * Starts an agent and waits until it is ready. A running agent stays as it is.
   *
   * @param reference names the agent
   * @param progress receives the steps of the start
   * @return the ready agent
   */
  public AgentView start(String reference, Progress progress) {
    return power.start(lookup.find(reference), progress);
  }

  /**
   * Changes an agent, and waits until the change is in force or, for a stopped agent, stored.
   *
   * @param reference names the agent
   * @param credentials the operator's registry credentials, used for this request and never kept
   * @param progress receives what the change waits for, and the steps of a start
   * @return the changed agent
   * @throws InterruptedException if the thread is interrupted before the change begins
   */
  public AgentView update(
      String reference, UpdateRequest request, List<HostCredentials> credentials, Progress progress)
      throws InterruptedException {
    Agent named = lookup.find(reference);
    updater.update(named, request, credentials, progress);
    return views.view(current(named));
  }

  /**
   * Stops an agent. A stopped agent stays as it is.
   *
   * @param reference names the agent
   * @param grace how long its running turns may take
   * @return the stopped agent
   */
  public AgentView stop(String reference, Duration grace) {
    return power.stop(lookup.find(reference), grace);
  }

  /**
   * Stops an agent and starts it again, or starts one that does not run, and waits until it is
   * ready.
   *
   * @param reference names the agent
   * @param grace how long its running turns may take; they resume after the start
   * @param progress receives the steps of the start
   * @return the ready agent
   */
  public AgentView restart(String reference, Duration grace, Progress progress) {
    return power.restart(lookup.find(reference), grace, progress);
  }

  /**
   * Kills an agent at once, also while another command waits for its turns. It stays stopped.
   *
   * @throws ApiException AGENT_NOT_RUNNING if it does not run
   */
  public AgentView kill(String reference) {
    Agent named = lookup.find(reference);
    if (!views.summary(named).state().status().running()) {
      throw ApiException.of(
          ErrorCode.AGENT_NOT_RUNNING,
          "agent " + named.name() + " is " + named.state().word(),
          "Remove it with 'otters rm " + named.name() + "' if it is not needed any more.");
    }
    return power.kill(named);
  }

  /**
   * Gives an agent another name.
   *
   * @throws ApiException INVALID_REQUEST or NAME_TAKEN; then nothing has changed
   */
  public AgentView rename(String reference, String name) {
    Agent named = lookup.find(reference);
    rows.change(
        named.id(),
        row -> {
          AgentNames.check(row, name, rows.all());
          return row.named(name);
        });
    rows.ofSessions(named.id()).forEach(own -> renamed(own, name));
    stopper.conversations().renamed(named.name(), name);
    runner.note(named.id(), "renamed from " + named.name() + " to " + name + " by the operator");
    return views.view(current(named));
  }

  private void renamed(Agent own, String agent) {
    rows.change(own.id(), row -> row.named(agent + "/" + row.id()));
  }

  /**
   * Waits until an agent neither runs nor waits to be started again.
   *
   * @return the exit code of its last sandbox; 125 if it failed without one
   * @throws InterruptedException if the thread is interrupted
   */
  public WaitResult await(String reference) throws InterruptedException {
    Agent named = lookup.find(reference);
    Agent last = rows.await(named.id(), Agent::rests).orElse(named);
    boolean failed = last.state() instanceof Lifecycle.Failed;
    return new WaitResult(last.exit().map(Exit::code).orElse(failed ? NO_EXIT : 0));
  }

  /**
   * Removes an agent with its root, log, tokens and sessions.
   *
   * @param reference names the agent
   * @param force whether to remove a running agent
   * @param keepWorkspace whether to move its workspace to {@code kept/} in the home folder
   */
  public void remove(String reference, boolean force, boolean keepWorkspace) {
    Agent named = lookup.find(reference);
    if (views.summary(named).state().status().running()
        && !force
        && !(named.state() instanceof Lifecycle.Removing)) {
      throw ApiException.of(
          ErrorCode.AGENT_RUNNING,
          "agent " + named.name() + " is running",
          "Stop it with 'otters stop %s', or remove it with 'otters rm -f %s'."
              .formatted(named.name(), named.name()));
    }
    power.prevent(named, "it was removed by the operator");
    tasks.run(
        named.id(),
        () -> rows.find(named.id()).ifPresent(agent -> stopper.remove(agent, keepWorkspace)));
  }

  /**
   * Checks that an agent accepts messages. Runs within the transaction that stores the message, so
   * that the answer stays true until the message is stored.
   *
   * @throws ApiException AGENT_NOT_RUNNING with the command that starts the agent
   */
  public void admit(UUID id) {
    Agent agent = present(id);
    boolean restarting =
        agent.state() instanceof Lifecycle.Failed failed && failed.nextTry().isPresent();
    boolean takes = agent.wanted() && (agent.live() || restarting);
    if (!takes) {
      throw ApiException.of(
          ErrorCode.AGENT_NOT_RUNNING,
          "agent "
              + agent.name()
              + " is "
              + (agent.live() ? "being stopped" : agent.state().word()),
          "Start it with 'otters start " + agent.name() + "'.");
    }
  }

  /**
   * Checks that an agent was not removed, in whatever state it is. Runs within a transaction that
   * stores something of the agent, as {@link #admit} does.
   *
   * @throws ApiException AGENT_NOT_FOUND
   */
  public void requirePresent(UUID id) {
    Agent unused = present(id);
  }

  private Agent present(UUID id) {
    return rows.find(id)
        .orElseThrow(
            () ->
                ApiException.of(
                    ErrorCode.AGENT_NOT_FOUND,
                    "the agent was removed",
                    "List all agents with 'otters ps -a'."));
  }

  private Agent current(Agent named) {
    return lookup.find(named.id().toString());
  }
}
