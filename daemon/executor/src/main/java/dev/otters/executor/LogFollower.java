package dev.otters.executor;

import java.time.Duration;

/** Follows a sandbox's output until it ends or this is closed. */
public interface LogFollower extends AutoCloseable {
  /**
   * Waits until the last line was told.
   *
   * @return whether that happened within {@code atMost}
   */
  boolean await(Duration atMost) throws InterruptedException;

  /** Ends the following; when it returns, the sink is told no more lines. */
  @Override
  void close();
}
