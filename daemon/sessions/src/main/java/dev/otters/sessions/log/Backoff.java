package dev.otters.sessions.log;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The wait before the next attempt: exponential with full jitter, from 2 s up to 5 min.
 *
 * @param random draws the jitter
 */
public record Backoff(RandomGenerator random) {
  /** The longest wait after the first attempt. */
  public static final Duration BASE = Duration.ofSeconds(2);

  /** The longest wait after any attempt. */
  public static final Duration CAP = Duration.ofMinutes(5);

  private static final int STEPS = 8;

  /**
   * Returns the wait after a failed attempt.
   *
   * @param attempt the number of the failed attempt, starting at 1
   * @param atLeast how long the provider asked to wait, or zero
   */
  public Duration after(int attempt, Duration atLeast) {
    Duration jittered = Duration.ofMillis(random.nextLong(ceiling(attempt).toMillis() + 1));
    return jittered.compareTo(atLeast) < 0 ? atLeast : jittered;
  }

  /** Returns the longest wait after a failed attempt with this number, starting at 1. */
  public static Duration ceiling(int attempt) {
    Duration grown = BASE.multipliedBy(1L << Math.min(attempt - 1, STEPS));
    return grown.compareTo(CAP) > 0 ? CAP : grown;
  }
}
