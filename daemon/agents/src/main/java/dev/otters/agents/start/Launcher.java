package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Gives agents sandboxes and removes them; limits how many start at once. The caller runs it as a
 * task of the agent.
 */
public final class Launcher {
  private final Saga<Launch> saga;
  private final StartAttempts attempts;
  private final Semaphore slots;

  /**
   * Creates a launcher.
   *
   * @param saga the steps of a start
   * @param maxStarts the number of agents that may start at once
   */
  public Launcher(Saga<Launch> saga, StartAttempts attempts, int maxStarts) {
    this.saga = saga;
    this.attempts = attempts;
    this.slots = new Semaphore(maxStarts, true);
  }

  /** Returns the starts in progress. */
  public StartAttempts attempts() {
    return attempts;
  }

  /** Waits for a free slot and holds it while the work runs. */
  public <T> T inTurn(Supplier<T> work) {
    slots.acquireUninterruptibly();
    try {
      return work.get();
    } finally {
      slots.release();
    }
  }

  /**
   * Starts an agent and waits until it is ready. If this throws, the caller tears down what was
   * started.
   */
  public void start(Agent agent, AgentImage image, StartAttempt attempt, Progress progress) {
    saga.run(
        new Launch(agent, image, attempt, progress),
        attempt,
        (phase, done, total) -> progress.update(agent.name(), done, total, phase));
  }

  /** Removes the agent's sandbox, socket and token, if they exist. The root, row and log stay. */
  public void tearDown(UUID agent) {
    saga.undo(agent);
  }
}
