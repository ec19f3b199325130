package dev.otters.executor;

import dev.otters.executor.ExecutorException.Reason;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for changes of which no notification comes. */
public final class Pause {
  private Pause() {}

  /**
   * Waits until a condition holds.
   *
   * @param atMost the longest wait
   * @param interval between two looks
   * @return whether the condition holds
   */
  public static boolean until(Duration atMost, Duration interval, BooleanSupplier condition) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      sleep(interval);
    }
    return true;
  }

  /** Waits until a condition holds, and looks every millisecond. */
  public static boolean until(Duration atMost, BooleanSupplier condition) {
    return until(atMost, Duration.ofMillis(1), condition);
  }

  /**
   * Waits.
   *
   * @throws ExecutorException ENGINE_LOST when the thread is interrupted
   */
  public static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutorException(
          Reason.ENGINE_LOST, "interrupted while waiting for a sandbox", "Try again.", e);
    }
  }
}
