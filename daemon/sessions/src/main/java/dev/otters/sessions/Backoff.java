package dev.otters.sessions;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** The wait before the next attempt: exponential with full jitter, from 2 s up to 5 min. */
record Backoff(RandomGenerator random) {
  static final Duration BASE = Duration.ofSeconds(2);
  static final Duration CAP = Duration.ofMinutes(5);
  private static final int STEPS = 8;

  /**
   * Returns the wait after a failed attempt.
   *
   * @param attempt the number of the failed attempt, starting at 1
   * @param atLeast how long the provider asked to wait, or zero
   */
  Duration after(int attempt, Duration atLeast) {
    Duration jittered = Duration.ofMillis(random.nextLong(ceiling(attempt).toMillis() + 1));
    return jittered.compareTo(atLeast) < 0 ? atLeast : jittered;
  }

  static Duration ceiling(int attempt) {
    Duration grown = BASE.multipliedBy(1L << Math.min(attempt - 1, STEPS));
    return grown.compareTo(CAP) > 0 ? CAP : grown;
  }
}
