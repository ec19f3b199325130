package dev.otters.agents.supervise;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Spaces out the tries to start an agent again: doubling from {@code base}, never above {@code
 * most}, and spread by up to a half so that agents which failed together do not start together.
 *
 * @param base the longest wait before the first try
 * @param most the longest wait before any try
 * @param random spreads the waits
 */
public record RestartBackoff(Duration base, Duration most, RandomGenerator random) {
  private static final int LARGEST_SHIFT = 20;

  /** Returns the spacing that daemons use: 1 s at first, a minute at most. */
  public static RestartBackoff standard() {
    return new RestartBackoff(
        Duration.ofSeconds(1), Duration.ofMinutes(1), RandomGenerator.getDefault());
  }

  public Duration before(int restarts) {
    long full = base.toMillis() << Math.min(restarts, LARGEST_SHIFT);
    long bounded = Math.min(full, most.toMillis());
    return Duration.ofMillis(bounded / 2 + random.nextLong(bounded / 2 + 1));
  }
}
