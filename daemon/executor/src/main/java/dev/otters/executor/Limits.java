package dev.otters.executor;

/**
 * The limits of a sandbox's resources.
 *
 * @param memoryBytes memory and swap together, at least 16 MiB
 * @param cpus processors, more than 0; a value above the machine's number means all of them
 * @param pids processes and threads, at least 16
 * @param shmBytes the size of {@code /dev/shm}, at least 1 byte
 */
public record Limits(long memoryBytes, double cpus, int pids, long shmBytes) {
  private static final long MIB = 1024 * 1024;

  /** The limits of an agent unless the operator sets others. */
  public static final Limits DEFAULT = new Limits(1024 * MIB, 2, 512, 64 * MIB);

  /**
   * Checks the limits.
   *
   * @throws ExecutorException LIMIT when a value is out of its range
   */
  public Limits {
    check(memoryBytes >= 16 * MIB, "memory", memoryBytes + " bytes", "at least 16 MiB", "1g");
    check(cpus >= 0.01 && cpus <= 4096, "cpus", Double.toString(cpus), "0.01 to 4096", "2");
    check(pids >= 16 && pids <= 4_194_304, "pids", Integer.toString(pids), "16 to 4194304", "512");
    check(shmBytes >= 1, "shm-size", shmBytes + " bytes", "at least 1 byte", "64m");
  }

  private static void check(
      boolean holds, String limit, String found, String allowed, String example) {
    if (!holds) {
      throw new ExecutorException(
          ExecutorException.Reason.LIMIT,
          "the limit " + limit + " is " + found + ", but must be " + allowed,
          "Use, for example, --" + limit + " " + example + ".");
    }
  }
}
