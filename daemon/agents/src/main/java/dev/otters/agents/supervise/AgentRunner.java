package dev.otters.agents.supervise;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.Launcher;
import dev.otters.agents.start.StartAttempt;
import dev.otters.agents.start.StartAttempts;
import dev.otters.executor.Exit;
import dev.otters.home.time.Time;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.sessions.Death;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts agents that exist, and decides what becomes of those that end. The caller holds the
 * agent's lock.
 */
public final class AgentRunner {
  private static final Logger LOGGER = LoggerFactory.getLogger(AgentRunner.class);

  private final AgentRows rows;
  private final ImageSource images;
  private final Launcher launcher;
  private final StartAttempts attempts;
  private final RestartRules restarts;
  private final Conversations conversations;
  private final AgentLogs logs;
  private final Time time;
  private final AgentLocks locks;
  private final Background background;
  private final Map<UUID, AgentFailure> lastWords = new ConcurrentHashMap<>();

  public AgentRunner(
      AgentRows rows,
      ImageSource images,
      Launcher launcher,
      StartAttempts attempts,
      RestartRules restarts,
      Conversations conversations,
      AgentLogs logs,
      Time time,
      AgentLocks locks,
      Background background) {
    this.rows = rows;
    this.images = images;
    this.launcher = launcher;
    this.attempts = attempts;
    this.restarts = restarts;
    this.conversations = conversations;
    this.logs = logs;
    this.time = time;
    this.locks = locks;
    this.background = background;
  }

  /** Remembers what a runtime said about its coming end; the end itself is told by the executor. */
  public void lastWords(UUID agent, AgentFailure failure) {
    lastWords.put(agent, failure);
  }

  /**
   * Starts an agent and waits until it is ready.
   *
   * @param agent one that is not live
   * @param restarts how often in a row its restart policy has started it
   * @param progress is told how far it is
   * @return the ready agent
   * @throws RuntimeException when it fails; the row then says why, and perhaps when it is tried
   *     again
   */
  public Agent start(Agent agent, int restarts, Progress progress) {
    UUID id = agent.id();
    Agent starting =
        rows.change(id, row -> row.with(starting(row.state())).wanted(true).withRestarts(restarts))
            .orElseThrow();
    lastWords.remove(id);
    StartAttempt attempt = attempts.begin(id);
    try {
      AgentImage image = images.agent(starting.spec().image());
      launcher.inTurn(
          () -> {
            launcher.start(starting, image, attempt, progress);
            return starting;
          });
      note(id, "ready");
      return rows.find(id).orElseThrow();
    } catch (RuntimeException e) {
      throw failed(starting, e);
    } finally {
      attempts.end(id, attempt);
    }
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
    conversations.agentDied(id, Death.STOPPED);
    AgentFailure failure =
        new AgentFailure(Failures.reason(cause), Failures.message(cause), "see 'otters logs'");
    boolean away = Failures.engineAway(cause);
    Optional<Agent> after =
        rows.change(
            id,
            row ->
                away
                    ? restarts.afterOutage(row, failure, time.now())
                    : restarts.afterFailure(row, true, failure, time.now()));
    after.ifPresent(this::planNextTry);
    note(id, "not started: " + failure.getMessage());
    return Failures.ofStart(starting.name(), cause, Failures.lastLines(logs.of(id)));
  }

  /**
   * Hears that the sandbox of a live agent has ended.
   *
   * @param agent as its row is
   * @param exit how it ended
   * @param death what that means for the turn that ran
   */
  void ended(Agent agent, Exit exit, Death death) {
    UUID id = agent.id();
    conversations.agentDied(id, death);
    AgentFailure words = lastWords.remove(id);
    AgentFailure failure =
        words == null
            ? new AgentFailure(
                ExitText.reason(exit),
                "the runtime " + ExitText.describe(exit),
                "see 'otters logs'")
            : words;
    tearDown(id, failure);
    Optional<Agent> after =
        rows.change(id, row -> decide(row.withoutSandbox(Optional.of(exit)), exit, failure));
    note(id, "the runtime " + ExitText.describe(exit));
    after.ifPresent(this::planNextTry);
  }

  private Agent decide(Agent row, Exit exit, AgentFailure failure) {
    if (!row.wanted()) {
      return row.state() instanceof Lifecycle.Stoppable live ? row.with(live.stop()) : row;
    }
    return restarts.afterExit(row, exit, failure, time.now());
  }

  /**
   * Plans what the restart policy wants, or lets followers of the log know that nothing more comes.
   */
  void planNextTry(Agent agent) {
    if (agent.wanted()
        && agent.state() instanceof Lifecycle.Failed failed
        && failed.nextTry().isPresent()) {
      Instant next = failed.nextTry().get();
      Duration wait = Duration.between(time.now(), next);
      note(agent.id(), "starts again in " + Math.max(0, wait.toMillis()) + " ms");
      time.after(
          wait,
          () ->
              background.start(
                  "next try of " + agent.name(),
                  () -> locks.run(agent.id(), () -> tryAgain(agent.id(), next))));
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

  /** Starts an agent for its restart policy; what fails is in its row and its log. */
  void startAgain(Agent agent) {
    try {
      Agent ready = start(agent, agent.restarts() + 1, Progress.NONE);
      LOGGER.atInfo().addKeyValue("agent", ready.name()).log("Started again");
    } catch (RuntimeException e) {
      LOGGER
          .atWarn()
          .addKeyValue("agent", agent.name())
          .setCause(e)
          .log("Could not be started again");
    }
  }

  /**
   * Takes a sandbox away whose agent failed anyway; what cannot be done now is done before the next
   * start.
   */
  private void tearDown(UUID id, RuntimeException cause) {
    try {
      launcher.tearDown(id);
      rows.change(id, row -> row.withoutSandbox(Optional.empty()));
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  public void note(UUID agent, String text) {
    logs.note(agent, time.now(), text);
  }
}
