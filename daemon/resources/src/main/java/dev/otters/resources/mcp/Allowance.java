package dev.otters.resources.mcp;

import java.time.Duration;
import java.util.function.Supplier;

/** The time and the bytes that the next exchange of a connection may take. Thread-safe. */
final class Allowance {
  private final Supplier<Duration> time;

  /** Whether all exchanges share the bytes. */
  private final boolean together;

  private int bytes;

  private Allowance(Supplier<Duration> time, int bytes, boolean together) {
    this.time = time;
    this.bytes = bytes;
    this.together = together;
  }

  /** Returns what each call may take. */
  static Allowance ofCalls(McpLimits limits) {
    return new Allowance(limits::call, limits.messageBytes(), false);
  }

  /**
   * Returns what the exchanges for a list of tools may take together, from now on.
   *
   * @param within the time for all of them
   */
  static Allowance ofList(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    return new Allowance(
        () -> Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime())), McpLimits.LIST, true);
  }

  Duration time() {
    return time.get();
  }

  synchronized int bytes() {
    return bytes;
  }

  /** Counts bytes that an exchange took. */
  synchronized void took(int read) {
    bytes -= together ? Math.min(bytes, read) : 0;
  }
}
