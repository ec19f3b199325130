package dev.otters.agents.supervise;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The delays between restarts: they double from {@code base} up to {@code most}, with a random part
 * of up to a half, so that agents that failed together do not start together.
 *
 * @param base the longest delay before the first restart
 * @param most the longest delay before any restart
 * @param random varies the delays
 */
public record RestartBackoff(Duration base, Duration most, RandomGenerator random) {
  private static final int LARGEST_SHIFT = 20;

  /** Returns the delays of the daemon: 1 s at first, 1 minute at most. */
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
