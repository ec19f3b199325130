package dev.otters.home.time;

import java.time.Duration;
import java.time.Instant;

/**
 * Tells and waits for time. Every duration that decides something is measured with {@link
 * #nanos()}, which no change of the machine's clock moves; {@link #now()} is for what is stored and
 * shown.
 */
public interface Time {
  /** Returns the wall clock's time. */
  Instant now();

  /** Returns a monotonic time in nanoseconds, comparable only with other values of this process. */
  long nanos();

  /**
   * Runs a task once, on a thread of its own, when the delay has passed. A task that throws is
   * logged.
   *
   * @param delay how long to wait; zero or less means as soon as possible
   */
  Timer after(Duration delay, Runnable task);

  /** A task that waits for its time. */
  interface Timer {
    /** Forgets the task, unless it has started; does nothing the second time. */
    void cancel();
  }
}
