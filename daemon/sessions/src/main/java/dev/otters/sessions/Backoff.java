package dev.otters.sessions;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a failed attempt waits for the next: exponential with full jitter, 2 s first, never more
 * than 5 min.
 */
final class Backoff {
  static final Duration BASE = Duration.ofSeconds(2);
  static final Duration CAP = Duration.ofMinutes(5);
  private static final int STEPS = 8;

  private final RandomGenerator random;

  Backoff(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Returns the wait after the failed attempt of this number.
   *
   * @param attempt 1 for the first
   * @param atLeast what the provider asked for, zero if nothing
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
