package dev.otters.worker.turn;

import dev.otters.worker.wire.Backoff;
import java.time.Duration;

/**
 * The times of the turn engine that the daemon does not set.
 *
 * @param heartbeat between two renewals of a lease
 * @param lastWords how long an interrupted turn waits for what the model said so far
 * @param retry between attempts of a call for which the daemon itself failed
 */
public record Timings(Duration heartbeat, Duration lastWords, Backoff retry) {
  /** What a runtime uses. */
  public static final Timings STANDARD =
      new Timings(Duration.ofSeconds(5), Duration.ofMillis(700), Backoff.WIRE);
}
