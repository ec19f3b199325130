package dev.otters.home.time;

import java.time.Duration;
import java.time.Instant;

/**
 * The clocks and timers of the daemon. Durations are measured with {@link #nanos()}, which changes
 * of the machine's clock do not affect. {@link #now()} is for times that are stored or shown.
 */
public interface Time {
  /** Returns the time of the wall clock. */
  Instant now();

  /** Returns a monotonic time in nanoseconds, comparable only with other values of this process. */
  long nanos();

  /**
   * Runs a task once after a delay, on a thread of its own. Logs what the task throws.
   *
   * @param delay the time to wait; zero or less means as soon as possible
   */
  Timer after(Duration delay, Runnable task);

  /** A scheduled task. */
  interface Timer {
    /** Cancels the task unless it has started. Idempotent. */
    void cancel();
  }
}
