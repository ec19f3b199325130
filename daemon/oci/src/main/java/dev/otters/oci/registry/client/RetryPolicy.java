package dev.otters.oci.registry.client;

import java.time.Duration;

/**
 * The number and delays of retries.
 *
 * @param attempts the total number of attempts, at least 1
 * @param firstDelay the first delay, which doubles after each attempt
 * @param longestDelay the longest delay, also for one that the registry requests
 */
public record RetryPolicy(int attempts, Duration firstDelay, Duration longestDelay) {
  /** 5 attempts within about 15 seconds. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(300), Duration.ofSeconds(10));
}
