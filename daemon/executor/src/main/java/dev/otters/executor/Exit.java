package dev.otters.executor;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * Tells how a sandbox ended.
 *
 * @param code the exit code as a shell shows it: 128 and the signal's number when a signal ended
 *     it; {@link #UNKNOWN} when the sandbox vanished
 * @param signal the number of the signal that ended it
 * @param oom whether it was ended for want of memory
 * @param finishedAt by the engine's clock
 */
public record Exit(int code, OptionalInt signal, boolean oom, Instant finishedAt) {
  /** The code of a sandbox that somebody removed. */
  public static final int UNKNOWN = -1;

  private static final int SIGNALLED = 128;
  private static final int HIGHEST_SIGNAL = 64;

  /** Returns an exit whose signal follows from its code. */
  public static Exit of(int code, boolean oom, Instant finishedAt) {
    int signal = code - SIGNALLED;
    boolean signalled = signal > 0 && signal <= HIGHEST_SIGNAL;
    return new Exit(
        code, signalled ? OptionalInt.of(signal) : OptionalInt.empty(), oom, finishedAt);
  }
}
