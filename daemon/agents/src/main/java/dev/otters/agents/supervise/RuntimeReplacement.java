package dev.otters.agents.supervise;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.PullPolicy;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.StartAttempts;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Progress;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces runtimes that speak another protocol by the one of this release. The turns of such a
 * runtime go on in the new one.
 */
public record RuntimeReplacement(
    AgentRows rows,
    ImageSource images,
    StartAttempts attempts,
    AgentStopper stopper,
    AgentRunner runner,
    AgentTasks tasks) {
  private static final Logger LOG = LoggerFactory.getLogger(RuntimeReplacement.class);

  /** Stops the sandbox of an agent and starts the agent with the runtime of this release. */
  public void replace(UUID agent) {
    attempts.fail(
        agent,
        new AgentFailure(
            Reason.INIT,
            "its runtime is from another release and is being replaced",
            AgentFailure.SEE_LOGS));
    CompletableFuture<Void> _ =
        tasks.start(
            "new runtime of " + agent,
            agent,
            () -> rows.find(agent).filter(Agent::wanted).ifPresent(this::replace));
  }

  private void replace(Agent agent) {
    UUID id = agent.id();
    ImagePin own = images.runtime(Optional.empty(), PullPolicy.NEVER, Progress.NONE);
    if (own.digest().equals(agent.spec().runtime().digest())) {
      LOG.atError()
          .addKeyValue("agent", agent.name())
          .log("The runtime of this release speaks another protocol");
      return;
    }
    Optional<Agent> pinned = rows.change(id, row -> row.with(row.spec().withRuntime(own)));
    pinned.ifPresent(stopper::halt);
    runner.note(id, "has the runtime of this release now, because its own spoke another protocol");
    rows.find(id).ifPresent(runner::startAgain);
  }
}
