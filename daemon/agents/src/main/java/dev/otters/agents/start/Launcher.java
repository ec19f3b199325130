package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Gives agents sandboxes and takes them away; lets only so many start at once. The caller holds the
 * agent's lock.
 */
public final class Launcher {
  private final Saga<Launch> saga;
  private final Semaphore slots;

  public Launcher(Saga<Launch> saga, int maxStarts) {
    this.saga = saga;
    this.slots = new Semaphore(maxStarts, true);
  }

  /** Waits for a place among those that start, and keeps it for the work. */
  public <T> T inTurn(Supplier<T> work) {
    slots.acquireUninterruptibly();
    try {
      return work.get();
    } finally {
      slots.release();
    }
  }

  /**
   * Starts an agent and waits until it is ready. When this throws, the caller tears down what there
   * is.
   */
  public void start(Agent agent, AgentImage image, StartAttempt attempt, Progress progress) {
    saga.run(
        new Launch(agent, image, attempt, progress),
        attempt,
        (phase, done, total) -> progress.update(agent.name(), done, total, phase));
  }

  /**
   * Takes the agent's sandbox away with its socket and token; root, row and log stay. Absent is
   * fine.
   */
  public void tearDown(UUID agent) {
    saga.undo(agent);
  }
}
