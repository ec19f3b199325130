package dev.otters.api.agent;

import org.jspecify.annotations.Nullable;

/**
 * The limits that an operator asks for; null takes the default.
 *
 * @param memory bytes
 * @param cpus number of processors, such as 1.5
 * @param pids processes and threads in total
 * @param shmSize bytes of {@code /dev/shm}
 */
public record RequestedLimits(
    @Nullable Long memory, @Nullable Double cpus, @Nullable Integer pids, @Nullable Long shmSize) {
  /** All defaults. */
  public static final RequestedLimits DEFAULT = new RequestedLimits(null, null, null, null);
}
