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
import dev.otters.home.time.Time;
import dev.otters.sessions.Death;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches over the agents' sandboxes: hears of their ends, and ends those that fell silent. */
public final class Supervisor {
  private static final Logger LOGGER = LoggerFactory.getLogger(Supervisor.class);

  private final AgentRows rows;
  private final AgentExecutors executors;
  private final StartAttempts attempts;
  private final ExitWaits exits;
  private final AgentRunner runner;
  private final AgentLocks locks;
  private final Background background;
  private final Time time;
  private final Set<UUID> silent = ConcurrentHashMap.newKeySet();

  public Supervisor(
      AgentRows rows,
      AgentExecutors executors,
      StartAttempts attempts,
      ExitWaits exits,
      AgentRunner runner,
      AgentLocks locks,
      Background background,
      Time time) {
    this.rows = rows;
    this.executors = executors;
    this.attempts = attempts;
    this.exits = exits;
    this.runner = runner;
    this.locks = locks;
    this.background = background;
    this.time = time;
  }

  /**
   * Hears that a sandbox has ended.
   *
   * @param agent whose
   * @param sandboxId the executor's id of it
   * @param exit how it ended
   */
  void exited(UUID agent, String sandboxId, Exit exit) {
    LOGGER.atInfo().addKeyValue("agent", agent).addKeyValue("exit", exit).log("A sandbox ended");
    rows.change(agent, row -> has(row, sandboxId) ? row.endedWith(exit) : row);
    attempts.fail(
        agent,
        new AgentFailure(
            ExitText.reason(exit),
            "the runtime " + ExitText.describe(exit),
            "see the last lines of its log"));
    exits.ended(agent, exit);
    background.start("end of " + agent, () -> ended(agent, sandboxId, exit));
  }

  private void ended(UUID agent, String sandboxId, Exit exit) {
    locks.run(
        agent,
        () ->
            rows.find(agent)
                .filter(row -> row.live() && has(row, sandboxId))
                .ifPresent(
                    row ->
                        runner.ended(
                            row, exit, silent.remove(agent) ? Death.UNRESPONSIVE : Death.CRASHED)));
  }

  private static boolean has(Agent row, String sandboxId) {
    return row.sandbox().filter(sandboxId::equals).isPresent();
  }

  /** Ends the sandbox of a runtime that fell silent while it held a turn. */
  public void unresponsive(UUID agent, String why) {
    LOGGER
        .atWarn()
        .addKeyValue("agent", agent)
        .addKeyValue("why", why)
        .log("A runtime fell silent");
    silent.add(agent);
    background.start(
        "end of the silent " + agent, () -> locks.run(agent, () -> endSilent(agent, why)));
  }

  private void endSilent(UUID agent, String why) {
    rows.find(agent)
        .filter(row -> row.live() && silent.contains(agent))
        .ifPresent(
            row -> {
              runner.note(agent, "ended, because " + why);
              Executor executor = executors.of(row);
              executor.kill(agent);
              Exit exit =
                  executor
                      .status(agent)
                      .flatMap(Sandbox::exit)
                      .orElseGet(() -> Exit.of(Exit.UNKNOWN, false, time.now()));
              silent.remove(agent);
              runner.ended(row, exit, Death.UNRESPONSIVE);
            });
  }

  /** Ends the sandboxes of an executor that fell silent while it did not answer. */
  void endSilent(ExecutorKind kind) {
    silent.stream()
        .filter(
            agent -> rows.find(agent).filter(row -> row.placement().executor() == kind).isPresent())
        .forEach(
            agent ->
                locks.run(
                    agent, () -> endSilent(agent, "it fell silent while the engine was away")));
  }
}
