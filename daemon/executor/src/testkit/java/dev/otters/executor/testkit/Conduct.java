package dev.otters.executor.testkit;

/**
 * The behavior of a sandbox's program in a contract test. Each kind of executor has a command for
 * it.
 */
public enum Conduct {
  /** Prints {@code hello} to stdout and {@code trouble} to stderr, and ends with code 3. */
  PRINT_AND_FAIL,
  /** Prints {@code ready}, runs until it is asked to end, prints {@code bye} and ends with 0. */
  WAIT,
  /** Prints {@code ready}, and runs until it is killed. */
  STUBBORN,
  /**
   * Tries to write to {@code /workspace/ro/f} and {@code /workspace/rw/f}, and prints what failed.
   */
  WRITE,
  /** Prints {@code memory <bytes>} and {@code pids <number>}, and ends with 0. */
  SHOW_LIMITS
}
