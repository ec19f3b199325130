package dev.otters.bench.run;

/** Measures time. */
public final class Clock {
  private static final double NANOS_PER_MILLI = 1e6;

  private Clock() {}

  /** Returns the milliseconds since {@code begin}, a value of {@link System#nanoTime}. */
  public static double millisSince(long begin) {
    return (System.nanoTime() - begin) / NANOS_PER_MILLI;
  }
}
