package dev.otters.acceptance;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions of other processes, which nothing can tell a test about. */
public final class Eventually {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Looks that start a program take a third of a processor at most. */
  private static final int PAUSES = 2;

  private Eventually() {}

  /** Waits up to a minute. */
  public static void is(String what, BooleanSupplier condition) {
    within(Duration.ofMinutes(1), what, condition);
  }

  /** Waits until {@code condition} holds and fails with {@code what} if it does not in time. */
  public static void within(Duration patience, String what, BooleanSupplier condition) {
    within(patience, LOOK_AGAIN, what, condition);
  }

  /** Waits until {@code condition} holds, and looks less often. */
  public static void within(
      Duration patience, Duration lookAgain, String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    for (long begin = System.nanoTime(); !condition.getAsBoolean(); begin = System.nanoTime()) {
      long now = System.nanoTime();
      if (now > deadline) {
        throw new AssertionError("not within " + patience + ": " + what);
      }
      LockSupport.parkNanos(Math.max(lookAgain.toNanos(), PAUSES * (now - begin)));
    }
  }
}
