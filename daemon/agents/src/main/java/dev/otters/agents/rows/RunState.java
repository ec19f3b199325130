package dev.otters.agents.rows;

import dev.otters.executor.Exit;
import java.time.Instant;
import java.util.Optional;

/**
 * The part of an agent that changes while it lives.
 *
 * @param created whether it was ready once; until then, a failure removes it
 * @param wanted whether the operator wants it to run
 * @param keepWorkspace whether its workspace outlives its removal
 * @param restarts the number of restarts in a row by its restart policy
 * @param before the definition that comes back if the agent does not start with its new one
 */
public record RunState(
    Lifecycle state,
    boolean created,
    boolean wanted,
    boolean keepWorkspace,
    int restarts,
    Newest newest,
    Optional<AgentSpec> before) {
  /**
   * The newest sandbox of an agent.
   *
   * @param startedAt the start time; empty if there never was a sandbox
   * @param sandbox the executor's id while the sandbox exists
   * @param exit how the last sandbox ended, if one has
   */
  record Newest(Optional<Instant> startedAt, Optional<String> sandbox, Optional<Exit> exit) {
    static final Newest NONE = new Newest(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns the state of a new agent. */
  public static RunState fresh() {
    return new RunState(
        new Lifecycle.Queued(), false, true, false, 0, Newest.NONE, Optional.empty());
  }

  RunState with(Lifecycle next) {
    return new RunState(next, created, wanted, keepWorkspace, restarts, newest, before);
  }

  RunState completed() {
    return new RunState(state, true, wanted, keepWorkspace, restarts, newest, Optional.empty());
  }

  RunState wanted(boolean wish) {
    return new RunState(state, created, wish, keepWorkspace, restarts, newest, before);
  }

  RunState keeping(boolean workspace) {
    return new RunState(state, created, wanted, workspace, restarts, newest, before);
  }

  RunState withRestarts(int count) {
    return new RunState(state, created, wanted, keepWorkspace, count, newest, before);
  }

  RunState with(Newest known) {
    return new RunState(state, created, wanted, keepWorkspace, restarts, known, before);
  }

  RunState before(Optional<AgentSpec> old) {
    return new RunState(state, created, wanted, keepWorkspace, restarts, newest, old);
  }
}
