package dev.otters.agents.supervise;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.StartAttempt;
import dev.otters.executor.Exit;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.sessions.RuntimeExit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts agents that exist, and decides what follows when one ends. The caller runs it as a task of
 * the agent.
 */
public final class AgentRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AgentRunner.class);

  private final AgentRows rows;
  private final ImageSource images;
  private final Launcher launcher;
  private final RestartRules restarts;
  private final Conversations conversations;
  private final AgentLogs logs;
  private final AgentTasks tasks;
  private final Map<UUID, AgentFailure> lastWords = new ConcurrentHashMap<>();

  public AgentRunner(
      AgentRows rows,
      ImageSource images,
      Launcher launcher,
      RestartRules restarts,
      Conversations conversations,
      AgentLogs logs,
      AgentTasks tasks) {
    this.rows = rows;
    this.images = images;
    this.launcher = launcher;
    this.restarts = restarts;
    this.conversations = conversations;
    this.logs = logs;
    this.tasks = tasks;
  }

  /** Remembers why a runtime is about to end; the executor reports the end itself. */
  public void lastWords(UUID agent, AgentFailure failure) {
    lastWords.put(agent, failure);
  }

  /**
   * Starts an agent and waits until it is ready.
   *
   * @param agent an agent that is not live; if the operator wants it to run, and no longer does
   *     when this is called, it is not started
   * @param restarts the number of times in a row that its restart policy has started it
   * @param progress receives the steps of the start
   * @return the ready agent
   * @throws RuntimeException when the start fails; the row then has the reason, and the time of the
   *     next try, if any
   */
  public Agent start(Agent agent, int restarts, Progress progress) {
    UUID id = agent.id();
    lastWords.remove(id);
    StartAttempt attempt = launcher.attempts().begin(id);
    try {
      Agent starting =
          rows.change(id, row -> starting(row, agent.wanted()).withRestarts(restarts))
              .orElseThrow();
      return start(starting, attempt, progress);
    } finally {
      launcher.attempts().end(id, attempt);
    }
  }

  private Agent start(Agent starting, StartAttempt attempt, Progress progress) {
    try {
      AgentImage image = images.agent(starting.spec().image());
      launcher.inTurn(
          () -> {
            launcher.start(starting, image, attempt, progress);
            return starting;
          });
      note(starting.id(), "ready");
      return rows.find(starting.id()).orElseThrow();
    } catch (RuntimeException e) {
      throw failed(starting, e);
    }
  }

  private static Agent starting(Agent row, boolean wanted) {
    if (wanted && !row.wanted()) {
      AgentFailure ended =
          new AgentFailure(Reason.INIT, "it was stopped by the operator", AgentFailure.ENDED);
      throw Failures.of(row.name(), "started", ended, List.of());
    }
    return row.with(starting(row.state())).wanted(true);
  }

  private static Lifecycle starting(Lifecycle state) {
    return switch (state) {
      case Lifecycle.Stopped stopped -> stopped.start();
      case Lifecycle.Failed failed -> failed.start();
      default ->
          throw new IllegalStateException(
              "an agent that is " + state.word() + " cannot be started");
    };
  }

  private RuntimeException failed(Agent starting, RuntimeException cause) {
    UUID id = starting.id();
    tearDown(id, cause);
    conversations.runtimeExited(id, RuntimeExit.STOPPED);
    AgentFailure failure =
        new AgentFailure(Failures.reason(cause), Failures.message(cause), AgentFailure.SEE_LOGS);
    boolean away = Failures.engineAway(cause);
    Optional<Agent> after =
        rows.change(
            id,
            row ->
                undone(
                    away
                        ? restarts.afterOutage(row, failure, tasks.now())
                        : restarts.afterFailure(row, true, failure, tasks.now())));
    after.ifPresent(this::planNextTry);
    note(id, "not started: " + failure.getMessage());
    return Failures.of(starting.name(), "started", cause, Failures.lastLines(logs.of(id)));
  }

  /** Returns a failed agent that tries its old definition next, if it failed with a new one. */
  private Agent undone(Agent failed) {
    return failed.standing().before().isPresent()
            && failed.state() instanceof Lifecycle.Failed failure
        ? failed.undone().withRestarts(0).with(failure.retry(tasks.now()))
        : failed;
  }

  /**
   * Handles the end of the sandbox of a live agent.
   *
   * @param agent the agent as its row is now
   * @param exit how the sandbox ended
   * @param death what the end means for a running turn; {@code STOPPED} for an end that the daemon
   *     could not watch
   */
  void ended(Agent agent, Exit exit, RuntimeExit death) {
    UUID id = agent.id();
    conversations.runtimeExited(id, death);
    AgentFailure words = lastWords.remove(id);
    boolean unwatched = death == RuntimeExit.STOPPED;
    String end =
        "the runtime "
            + ExitText.describe(exit)
            + (unwatched ? " while the daemon could not watch it" : "");
    AgentFailure failure =
        words == null ? new AgentFailure(ExitText.reason(exit), end, AgentFailure.SEE_LOGS) : words;
    tearDown(id, failure);
    Optional<Agent> after =
        rows.change(
            id,
            row ->
                decide(
                    row.withoutSandbox(Optional.of(exit)),
                    !unwatched && ExitText.clean(exit),
                    failure));
    note(id, end);
    after.ifPresent(this::planNextTry);
  }

  private Agent decide(Agent row, boolean clean, AgentFailure failure) {
    if (!row.wanted()) {
      return row.state() instanceof Lifecycle.Stoppable live ? row.with(live.stop()) : row;
    }
    return restarts.afterExit(row, clean, failure, tasks.now());
  }

  /** Schedules the next try of an agent, or ends its log when there is none. */
  void planNextTry(Agent agent) {
    if (agent.wanted()
        && agent.state() instanceof Lifecycle.Failed failed
        && failed.nextTry().isPresent()) {
      Instant next = failed.nextTry().get();
      Duration wait = Duration.between(tasks.now(), next);
      note(agent.id(), "starts again in " + Math.max(0, wait.toMillis()) + " ms");
      tasks.startAfter(
          wait, "next try of " + agent.name(), agent.id(), () -> tryAgain(agent.id(), next));
    } else {
      logs.of(agent.id()).end();
    }
  }

  private void tryAgain(UUID id, Instant planned) {
    rows.find(id)
        .filter(Agent::wanted)
        .filter(
            row ->
                row.state() instanceof Lifecycle.Failed f
                    && f.nextTry().equals(Optional.of(planned)))
        .ifPresent(this::startAgain);
  }

  /** Starts an agent for its restart policy; the row and the log record a failure. */
  void startAgain(Agent agent) {
    try {
      Agent ready = start(agent, agent.restarts() + 1, Progress.NONE);
      LOG.atInfo().addKeyValue("agent", ready.name()).log("Started again");
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("agent", agent.name()).setCause(e).log("Could not be started again");
    }
  }

  /** Removes the sandbox of a failed agent; the next start removes what cannot be removed now. */
  private void tearDown(UUID id, RuntimeException cause) {
    try {
      launcher.tearDown(id);
      rows.change(id, row -> row.withoutSandbox(Optional.empty()));
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /** Adds a line of the daemon to the log of a sandbox, and to that of its agent. */
  public void note(UUID sandbox, String text) {
    logs.note(sandbox, tasks.now(), text);
    rows.find(sandbox)
        .flatMap(Agent::session)
        .ifPresent(own -> noteOf(own.session(), own.agent(), text));
  }

  /** Adds a line about the own sandbox of a session to the agent's log. */
  public void noteOf(String session, UUID agent, String text) {
    logs.note(agent, tasks.now(), "the sandbox of session " + session + ": " + text);
  }
}
