package dev.otters.executor;

import java.util.List;

/**
 * Names the limitations that executors may have: the same name for the same promise on each of
 * them. `docs/executors.md` explains them; a test compares it with {@link #NAMES}.
 */
public final class Limitations {
  /** Memory is not limited. */
  public static final String MEMORY = "memory-limit";

  /** Swap is not limited together with memory. */
  public static final String SWAP = "swap-limit";

  /** Processor time is not limited. */
  public static final String CPUS = "cpu-limit";

  /** Processes and threads are not limited. */
  public static final String PIDS = "pids-limit";

  /** The size of {@code /dev/shm} is not limited. */
  public static final String SHM = "shm-limit";

  /** Kernel calls are not filtered. */
  public static final String SECCOMP = "seccomp";

  /** Nobody can compare the mounts of a running sandbox with what was asked for. */
  public static final String MOUNTS_UNVERIFIED = "mounts-unverified";

  /** Tools cannot come in as image mounts, and are bound instead. */
  public static final String IMAGE_MOUNTS = "image-mounts";

  /** There is no network but none. */
  public static final String NO_BRIDGE = "no-bridge-network";

  /** Agents keep further groups of the daemon's user. */
  public static final String GROUPS_KEPT = "groups-kept";

  /** The engine's remapping of user ids is off for sandboxes. */
  public static final String USER_REMAP = "userns-remap";

  /** The network is the machine's. */
  public static final String NETWORK = "host-network";

  /** Read-only mounts are so by convention alone. */
  public static final String READ_ONLY = "read-only-mounts";

  /** Files and processes of the machine are within reach. */
  public static final String NO_SANDBOX = "no-sandbox";

  /** Holds every name. */
  public static final List<String> NAMES =
      List.of(
          MEMORY,
          SWAP,
          CPUS,
          PIDS,
          SHM,
          SECCOMP,
          MOUNTS_UNVERIFIED,
          IMAGE_MOUNTS,
          NO_BRIDGE,
          GROUPS_KEPT,
          USER_REMAP,
          NETWORK,
          READ_ONLY,
          NO_SANDBOX);

  private Limitations() {}
}
