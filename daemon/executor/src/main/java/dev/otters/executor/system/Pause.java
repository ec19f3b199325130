package dev.otters.executor.system;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do, and nobody tells of. */
final class Pause {
  private Pause() {}

  static void milliseconds(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutorException(
          Reason.ENGINE_LOST, "interrupted while waiting for a sandbox", "Try again.", e);
    }
  }

  /** Waits until something holds, looking every millisecond; returns whether it came to hold. */
  static boolean until(Duration atMost, BooleanSupplier condition) {
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      milliseconds(1);
    }
    return true;
  }
}
