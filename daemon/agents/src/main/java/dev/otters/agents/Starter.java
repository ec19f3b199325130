package dev.otters.agents;

import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Gives agents sandboxes and takes them away; lets only so many start at once. The caller holds the
 * agent's lock.
 */
final class Starter {
  private final Saga<Start> saga;
  private final Semaphore slots;

  Starter(Saga<Start> saga, int maxStarts) {
    this.saga = saga;
    this.slots = new Semaphore(maxStarts, true);
  }

  /** Waits for a place among those that start, and keeps it for the work. */
  <T> T inTurn(Supplier<T> work) {
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
  void start(Agent agent, AgentImage image, Startup startup, Progress progress) {
    saga.run(
        new Start(agent, image, startup, progress),
        startup,
        (phase, done, total) -> progress.update(agent.name(), done, total, phase));
  }

  /**
   * Takes the agent's sandbox away with its socket and token; root, row and log stay. Absent is
   * fine.
   */
  void tearDown(UUID agent) {
    saga.undo(agent);
  }
}
