package dev.otters.worker.wire;

import java.time.Duration;

/**
 * How long to wait between attempts: {@code first}, then twice as long each time, at most {@code
 * most}.
 */
public record Backoff(Duration first, Duration most) {
  /** What the wire uses: from 100 ms to 2 s. */
  public static final Backoff WIRE = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(2));

  /** Returns the wait after so many failed attempts in a row, counted from 1. */
  public Duration after(int failures) {
    Duration wait = first;
    for (int failure = 1; failure < failures && wait.compareTo(most) < 0; failure++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(most) < 0 ? wait : most;
  }
}
