package dev.otters.executor;

import java.util.List;

/**
 * The names of the limitations that executors may have. A promise has the same name in each of
 * them. `docs/executors.md` explains the names; a test compares it with {@link #NAMES}.
 */
public final class Limitations {
  /** Memory has no limit. */
  public static final String MEMORY = "memory-limit";

  /** Swap does not count towards the memory limit. */
  public static final String SWAP = "swap-limit";

  /** Processor time has no limit. */
  public static final String CPUS = "cpu-limit";

  /** Processes and threads have no limit. */
  public static final String PIDS = "pids-limit";

  /** The size of {@code /dev/shm} has no limit. */
  public static final String SHM = "shm-limit";

  /** Kernel calls are not filtered. */
  public static final String SECCOMP = "seccomp";

  /** The mounts of a running sandbox cannot be compared with the plan. */
  public static final String MOUNTS_UNVERIFIED = "mounts-unverified";

  /** Tools are bound, since image mounts are missing. */
  public static final String IMAGE_MOUNTS = "image-mounts";

  /** The executor has no bridge network. */
  public static final String NO_BRIDGE = "no-bridge-network";

  /** Agents in the bridge network reach each other. */
  public static final String BRIDGE_CONNECTS = "bridge-isolation";

  /** Agents keep further groups of the daemon's user. */
  public static final String GROUPS_KEPT = "groups-kept";

  /** The engine's remapping of user ids is off for sandboxes. */
  public static final String USER_REMAP = "userns-remap";

  /** Agents use the machine's network. */
  public static final String NETWORK = "host-network";

  /** The kernel does not enforce read-only mounts. */
  public static final String READ_ONLY = "read-only-mounts";

  /** Agents can reach the machine's files and processes. */
  public static final String NO_SANDBOX = "no-sandbox";

  /** All names. */
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
          BRIDGE_CONNECTS,
          GROUPS_KEPT,
          USER_REMAP,
          NETWORK,
          READ_ONLY,
          NO_SANDBOX);

  private Limitations() {}
}
