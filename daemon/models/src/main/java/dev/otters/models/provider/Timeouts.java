package dev.otters.models.provider;

import java.time.Duration;

/**
 * Says how long a vendor may keep a completion waiting.
 *
 * @param connect until the connection stands
 * @param firstByte from the request until the first byte of the answer; models that are loaded on
 *     demand take long here
 * @param silence between two pieces of an answer that has begun
 */
public record Timeouts(Duration connect, Duration firstByte, Duration silence) {
  /** Are those that hold where nothing else is said. */
  public static final Timeouts STANDARD =
      new Timeouts(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(90));
}
