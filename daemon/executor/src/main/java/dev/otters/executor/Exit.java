package dev.otters.executor;

import java.time.Instant;
import java.util.OptionalInt;

/**
 * The end of a sandbox.
 *
 * @param code the exit code as a shell shows it: 128 plus the number of a signal, or {@link
 *     #UNKNOWN} when the sandbox vanished
 * @param signal the number of the signal that ended it
 * @param oom whether the kernel killed it for lack of memory
 * @param finishedAt the time by the engine's clock
 */
public record Exit(int code, OptionalInt signal, boolean oom, Instant finishedAt) {
  /** The code of a sandbox that another client removed. */
  public static final int UNKNOWN = -1;

  private static final int SIGNALLED = 128;
  private static final int HIGHEST_SIGNAL = 64;

  /** Returns an exit with the signal that its code implies. */
  public static Exit of(int code, boolean oom, Instant finishedAt) {
    int signal = code - SIGNALLED;
    boolean signalled = signal > 0 && signal <= HIGHEST_SIGNAL;
    return new Exit(
        code, signalled ? OptionalInt.of(signal) : OptionalInt.empty(), oom, finishedAt);
  }
}
