package dev.otters.agents.rows;

import dev.otters.executor.Exit;
import java.time.Instant;
import java.util.Optional;

/**
 * Is all of an agent that changes while it lives.
 *
 * @param state where it is in its life
 * @param created whether it was ready once; until then a failure removes it
 * @param wanted whether the operator wants it to run
 * @param keepWorkspace whether its workspace outlives its removal
 * @param restarts how often in a row its restart policy started it again
 * @param newest what is known of its newest sandbox
 */
public record RunState(
    Lifecycle state,
    boolean created,
    boolean wanted,
    boolean keepWorkspace,
    int restarts,
    Newest newest) {
  /**
   * Is what is known of an agent's newest sandbox.
   *
   * @param startedAt when it was started; empty when none ever was
   * @param sandbox the executor's id of it while it is there; empty when there is none
   * @param exit how the last one ended; empty when none has
   */
  record Newest(Optional<Instant> startedAt, Optional<String> sandbox, Optional<Exit> exit) {
    static final Newest NONE = new Newest(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns how an agent stands that was just asked for. */
  public static RunState fresh() {
    return new RunState(new Lifecycle.Queued(), false, true, false, 0, Newest.NONE);
  }

  RunState with(Lifecycle next) {
    return new RunState(next, created, wanted, keepWorkspace, restarts, newest);
  }

  RunState completed() {
    return new RunState(state, true, wanted, keepWorkspace, restarts, newest);
  }

  RunState wanted(boolean wish) {
    return new RunState(state, created, wish, keepWorkspace, restarts, newest);
  }

  RunState keeping(boolean workspace) {
    return new RunState(state, created, wanted, workspace, restarts, newest);
  }

  RunState withRestarts(int count) {
    return new RunState(state, created, wanted, keepWorkspace, count, newest);
  }

  RunState with(Newest known) {
    return new RunState(state, created, wanted, keepWorkspace, restarts, known);
  }
}
