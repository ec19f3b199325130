package dev.otters.models.provider;

import java.time.Duration;

/**
 * The timeouts of a vendor.
 *
 * @param connect until the connection is open
 * @param firstByte from the request to the first byte of the answer, which takes long for a model
 *     that is loaded on demand
 * @param silence between two pieces of an answer
 */
public record Timeouts(Duration connect, Duration firstByte, Duration silence) {
  /** The default timeouts. */
  public static final Timeouts STANDARD =
      new Timeouts(Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofSeconds(90));
}
