package dev.otters.worker.wire;

import java.time.Duration;

/** The wait between attempts: {@code first}, then twice as long each time, up to {@code most}. */
public record Backoff(Duration first, Duration most) {
  /** The back-off of the wire: from 100 ms to 2 s. */
  public static final Backoff WIRE = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** Returns the wait after a number of consecutive failures, starting at 1. */
  public Duration after(int failures) {
    Duration wait = first;
    for (int failure = 1; failure < failures && wait.compareTo(most) < 0; failure++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(most) < 0 ? wait : most;
  }
}
