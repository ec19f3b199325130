package dev.otters.agents;

import dev.otters.agents.create.Creator;
import dev.otters.agents.create.Updater;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentLookup;
import dev.otters.agents.rows.AgentNames;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.AgentStopper;
import dev.otters.agents.supervise.AgentTasks;
import dev.otters.agents.supervise.Renewal;
import dev.otters.agents.supervise.RowEvents;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentEventType;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.api.agent.WaitResult;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.Exit;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.store.ImageUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

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
  private final Renewal renewal;
  private final AgentRunner runner;
  private final AgentStopper stopper;
  private final StartAttempts attempts;
  private final AgentTasks tasks;
  private final AgentViews views;
  private final RowEvents events;

  AgentKeeper(
      Creator creator,
      Updater updater,
      Renewal renewal,
      StartAttempts attempts,
      AgentViews views,
      RowEvents events) {
    this.rows = renewal.rows();
    this.lookup = new AgentLookup(rows::all);
    this.creator = creator;
    this.updater = updater;
    this.renewal = renewal;
    this.runner = renewal.runner();
    this.stopper = renewal.stopper();
    this.attempts = attempts;
    this.tasks = renewal.tasks();
    this.views = views;
    this.events = events;
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
        rows.all().stream()
            .map(views::summary)
            .filter(agent -> all || agent.state().status().running())
            .toList());
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
    Agent named = lookup.find(reference);
    return tasks.call(named.id(), () -> views.view(start(current(named), progress)));
  }

  private Agent start(Agent agent, Progress progress) {
    return switch (agent.state()) {
      case Lifecycle.Stopped _ -> runner.start(agent, 0, progress);
      case Lifecycle.Failed _ -> runner.start(agent, 0, progress);
      case Lifecycle.Starting _ -> agent;
      case Lifecycle.Ready _ -> agent;
      case Lifecycle.Working _ -> agent;
      case Lifecycle.Queued _ -> throw busy(agent);
      case Lifecycle.Pulling _ -> throw busy(agent);
      case Lifecycle.Removing _ -> throw busy(agent);
    };
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
    Agent named = lookup.find(reference);
    if (named.created()) {
      prevent(named, "it was stopped by the operator");
    }
    return tasks.call(
        named.id(),
        () -> rested(named, row -> stopper.stop(row, grace), "stopped by the operator"));
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
    Agent named = lookup.find(reference);
    if (named.created()) {
      attempts.fail(named.id(), given("it was restarted by the operator"));
    }
    return tasks.call(named.id(), () -> views.view(restart(current(named), grace, progress)));
  }

  private Agent restart(Agent agent, Duration grace, Progress progress) {
    runner.note(agent.id(), "restarted by the operator");
    try {
      Agent ready =
          agent.live()
              ? renewal.renew(
                  agent.id(), "the operator restarts it", (_, row) -> row, grace, progress)
              : start(agent, progress);
      events.publish(AgentEventType.RESTART, ready);
      return ready;
    } catch (RuntimeException e) {
      renewal.sweep(agent.id(), e);
      throw e;
    }
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
    prevent(named, "it was killed by the operator");
    stopper.cutOff(named);
    return tasks.call(named.id(), () -> rested(named, this::killed, "killed by the operator"));
  }

  private void killed(Agent agent) {
    stopper.rest(agent);
    events.publish(AgentEventType.KILL, agent);
  }

  /** Fails the start in progress of an agent, and prevents the next one of a command or policy. */
  private void prevent(Agent named, String why) {
    stopper.unwant(named.id());
    attempts.fail(named.id(), given(why));
  }

  /** Stops an agent, which may be removed before or after that, and returns it stopped. */
  private AgentView rested(Agent named, Consumer<Agent> stop, String note) {
    if (rows.find(named.id()).isEmpty() && named.state() instanceof Lifecycle.Stoppable ran) {
      return views.view(named.withoutSandbox(Optional.empty()).with(ran.stop()));
    }
    stop.accept(current(named));
    runner.note(named.id(), note);
    AgentView view = views.view(current(named));
    stopper.sweep(named.id());
    return view;
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
    runner.note(named.id(), "renamed from " + named.name() + " to " + name + " by the operator");
    return views.view(current(named));
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
    prevent(named, "it was removed by the operator");
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
    Agent agent =
        rows.find(id)
            .orElseThrow(
                () ->
                    ApiException.of(
                        ErrorCode.AGENT_NOT_FOUND,
                        "the agent was removed",
                        "List all agents with 'otters ps -a'."));
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

  /** Returns the names of the agents whose model matches a predicate. */
  public List<String> usersOf(Predicate<String> model) {
    return rows.all().stream()
        .filter(agent -> model.test(agent.spec().model()))
        .map(Agent::name)
        .toList();
  }

  /** Returns the images that agents use, with the names of the agents. */
  public Map<Digest, List<String>> imagesInUse() {
    Map<Digest, List<String>> used = new HashMap<>();
    for (Agent agent : rows.all()) {
      agent
          .images()
          .map(ImagePin::digest)
          .distinct()
          .forEach(
              digest -> used.computeIfAbsent(digest, d -> new ArrayList<>()).add(agent.name()));
    }
    return used;
  }

  /** Returns the images that agents use, each with its agent. */
  public List<ImageUser> imageUsers() {
    return rows.all().stream()
        .flatMap(agent -> agent.images().map(pin -> imageUser(agent, pin)))
        .toList();
  }

  private static ImageUser imageUser(Agent agent, ImagePin pin) {
    Optional<ImageReference> source =
        Optional.of(pin.ref())
            .filter(ref -> !ref.startsWith("sha256:"))
            .map(ImageReference::parse)
            .filter(ref -> !ref.isLocal());
    return new ImageUser("agent " + agent.name(), pin.digest(), source);
  }

  private Agent current(Agent named) {
    return lookup.find(named.id().toString());
  }

  private static AgentFailure given(String message) {
    return new AgentFailure(Reason.INIT, message, AgentFailure.ENDED);
  }

  private static ApiException busy(Agent agent) {
    return ApiException.of(
        ErrorCode.CONFLICT,
        "agent " + agent.name() + " is " + agent.state().word() + " and cannot be started",
        "Wait until that is done.");
  }
}
