package dev.otters.executor;

import java.time.Duration;

/** Follows a sandbox's output until the sandbox ends or the follower is closed. */
public interface LogFollower extends AutoCloseable {
  /**
   * Waits until the last line was delivered.
   *
   * @return whether that happened within {@code atMost}
   */
  boolean await(Duration atMost) throws InterruptedException;

  /** Stops following. The sink receives no lines after the return. */
  @Override
  void close();
}
