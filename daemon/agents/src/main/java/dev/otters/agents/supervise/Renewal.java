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
import java.util.function.UnaryOperator;

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
    announce(id, why, change);
    try {
      rows.find(id).ifPresent(agent -> stopper.halt(agent, grace));
    } catch (RuntimeException e) {
      rows.find(id).ifPresent(runner::planNextTry);
      throw e;
    }
    Agent ended = rows.change(id, row -> row.withoutSandbox(Optional.empty())).orElseThrow();
    return runner.start(ended, 0, progress);
  }

  /**
   * Starts an agent whose new sandbox did not start with another definition.
   *
   * @param change changes the row
   */
  public Agent again(UUID id, UnaryOperator<Agent> change) {
    Agent changed = rows.change(id, change).orElseThrow();
    return changed.live() ? changed : runner.start(changed, 0, Progress.NONE);
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

  private void announce(UUID id, String why, BiFunction<Tx, Agent, Agent> change) {
    Lifecycle.Failed next = new Lifecycle.Failed(Reason.INIT, why, Optional.of(tasks.now()));
    rows.changeIn(id, (tx, row) -> change.apply(tx, row).with(next).withRestarts(0));
  }
}
