package dev.otters.oci.registry.client;

import java.time.Duration;

/**
 * How often and how fast to try again.
 *
 * @param attempts in all, at least 1
 * @param firstDelay doubled after each attempt
 * @param longestDelay bounds each wait, also one that the registry asks for
 */
public record RetryPolicy(int attempts, Duration firstDelay, Duration longestDelay) {
  /** Five attempts within about a quarter of a minute. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, Duration.ofMillis(300), Duration.ofSeconds(10));
}
