package dev.otters.agents.supervise;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.home.store.Tx;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/**
 * Gives live agents new sandboxes. The row says so before the old sandbox ends, so the next daemon
 * completes what this one does not. The caller runs it as a task of the agent.
 */
public record Renewal(AgentRows rows, AgentStopper stopper, AgentRunner runner, AgentTasks tasks) {
  /**
   * Changes an agent, ends its sandbox, and starts it again.
   *
   * @param why the reason, as in "its runtime is being replaced"
   * @param change changes the row in the transaction that announces the new sandbox
   * @param grace how long running turns may take
   * @return the ready agent
   * @throws RuntimeException if the old sandbox cannot be ended, or the new one not started; the
   *     agent is started again later as its row says
   */
  public Agent renew(
      UUID id, String why, BiFunction<Tx, Agent, Agent> change, Duration grace, Progress progress) {
    Agent announced = announce(id, why, change);
    try {
      rows.find(id).ifPresent(agent -> stopper.halt(agent, grace));
    } catch (RuntimeException e) {
      rows.find(id).ifPresent(runner::planNextTry);
      throw e;
    }
    rows.change(id, row -> row.withoutSandbox(Optional.empty()));
    return runner.start(announced, 0, progress);
  }

  /** Starts an agent whose new sandbox did not start with its old definition, if it shall run. */
  public void undo(UUID id) {
    Agent undone = rows.change(id, Agent::undone).orElseThrow();
    if (undone.wanted() && !undone.live()) {
      Agent _ = runner.start(undone, 0, Progress.NONE);
    }
  }

  /**
   * Removes an agent that could not be started and is not tried again, if its policy says so. A
   * command that ended the start decides about the agent itself.
   *
   * @param failure the failure of the start; receives what prevents the removal
   */
  public void sweep(UUID id, RuntimeException failure) {
    if (failure.getCause() instanceof AgentFailure why && why.remedy().equals(AgentFailure.ENDED)) {
      return;
    }
    try {
      stopper.sweep(id);
    } catch (RuntimeException left) {
      failure.addSuppressed(left);
    }
  }

  private Agent announce(UUID id, String why, BiFunction<Tx, Agent, Agent> change) {
    Lifecycle.Failed next = new Lifecycle.Failed(Reason.INIT, why, Optional.of(tasks.now()));
    return rows.changeIn(
            id, (tx, row) -> change.apply(tx, row).with(next).wanted(true).withRestarts(0))
        .orElseThrow();
  }
}
