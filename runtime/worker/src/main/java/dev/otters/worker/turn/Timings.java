package dev.otters.worker.turn;

import dev.otters.worker.wire.Backoff;
import java.time.Duration;

/**
 * The times of the turn engine that the runtime decides itself.
 *
 * @param heartbeat the time between two renewals of a lease
 * @param lastWords how long an interrupted turn waits for the text so far
 * @param retry the wait between attempts of a call that failed in the daemon
 */
public record Timings(Duration heartbeat, Duration lastWords, Backoff retry) {
  /** The standard times. */
  public static final Timings STANDARD =
      new Timings(Duration.ofSeconds(5), Duration.ofMillis(700), Backoff.WIRE);
}
