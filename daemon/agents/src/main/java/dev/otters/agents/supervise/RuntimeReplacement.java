package dev.otters.agents.supervise;

import dev.otters.agentfile.ImageName;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.image.PullPolicy;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.start.StartAttempts;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Progress;
import dev.otters.protocol.Protocol;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Replaces runtimes that speak another protocol by the one of this release. The turns of such a
 * runtime go on in the new one. An agent whose Agentfile chose its runtime fails instead.
 */
public record RuntimeReplacement(ImageSource images, StartAttempts attempts, Renewal renewal) {
  /**
   * Handles a runtime that speaks this protocol, in the background: the caller waits for no disk.
   */
  public void outdated(UUID agent, int protocol) {
    renewal.tasks().beside("old runtime of " + agent, () -> handle(agent, protocol));
  }

  private void handle(UUID agent, int protocol) {
    Optional<ImageName> chosen =
        find(agent).flatMap(row -> images.chosenRuntime(row.spec().image()));
    AgentFailure failure =
        chosen.map(runtime -> unusable(runtime, protocol)).orElseGet(() -> beingReplaced(protocol));
    attempts.fail(agent, failure);
    Consumer<Agent> task = chosen.isPresent() ? row -> end(row, failure) : this::replace;
    CompletableFuture<Void> _ =
        renewal
            .tasks()
            .start(
                "new runtime of " + agent,
                agent,
                () -> find(agent).filter(Agent::wanted).ifPresent(task));
  }

  private Optional<Agent> find(UUID agent) {
    return renewal.rows().find(agent);
  }

  private static AgentFailure unusable(ImageName runtime, int protocol) {
    return new AgentFailure(
        Reason.CONFIG,
        "its Agentfile names the runtime %s, which speaks protocol %d and not %d"
            .formatted(runtime, protocol, Protocol.VERSION),
        "Build the image without RUNTIME and run it again.");
  }

  private static AgentFailure beingReplaced(int protocol) {
    return new AgentFailure(
        Reason.INIT,
        "its runtime speaks protocol %d and not %d, and is being replaced"
            .formatted(protocol, Protocol.VERSION),
        AgentFailure.SEE_LOGS);
  }

  private void end(Agent agent, AgentFailure failure) {
    if (agent.live()) {
      renewal.runner().lastWords(agent.id(), failure);
      renewal.runner().note(agent.id(), failure.getMessage() + ". " + failure.remedy());
      renewal.stopper().kill(agent);
    }
  }

  /** Starts the agent with the runtime of this release. */
  private void replace(Agent agent) {
    ImagePin own = images.runtime(Optional.empty(), PullPolicy.NEVER, Progress.NONE);
    if (own.digest().equals(agent.spec().runtime().digest())) {
      return;
    }
    renewal
        .runner()
        .note(
            agent.id(),
            "gets the runtime of this release, because its own speaks another protocol");
    Agent _ =
        renewal.renew(
            agent.id(),
            "its runtime is being replaced",
            (_, row) -> row.with(row.spec().withRuntime(own)),
            Duration.ZERO,
            Progress.NONE);
  }
}
