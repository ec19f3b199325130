package dev.otters.home.time;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A rate limit: a burst at once, then one event per interval. Thread-safe. */
public final class Rate {
  private final long interval;
  private final long burst;
  private final LongSupplier nanos;
  private long due;

  /**
   * Creates a limit.
   *
   * @param nanos a monotonic clock
   */
  public Rate(int burst, Duration interval, LongSupplier nanos) {
    this.interval = interval.toNanos();
    this.burst = burst * this.interval;
    this.nanos = nanos;
    this.due = nanos.getAsLong() - this.burst;
  }

  /** Reserves the next event and returns how long to wait for it. */
  public synchronized Duration next() {
    long now = nanos.getAsLong();
    due = Math.max(due - now, -burst) + now + interval;
    return Duration.ofNanos(Math.max(0, due - now));
  }

  /** Reserves an event if it may happen now. */
  public synchronized boolean tryNext() {
    long now = nanos.getAsLong();
    if (due - now + interval > 0) {
      return false;
    }
    Duration none = next();
    return none.isZero();
  }
}
