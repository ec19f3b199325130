package dev.otters.executor.system.machine;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitation;
import dev.otters.executor.Limitations;
import dev.otters.executor.Limits;
import dev.otters.executor.posix.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Names the limits that this machine cannot enforce, and refuses requests for them. */
public final class SystemLimitations {
  private static final String REMEDY =
      "Run the daemon as root, use --executor docker, or omit the option to run the agent without"
          + " this limit.";

  private static final String NO_SANDBOX =
      "Agents run as processes of the daemon's user. They can read and change everything that the"
          + " user owns, including other agents and the daemon's home and keys, and can see and"
          + " kill the user's processes. A process that drops its variables and its parents"
          + " outlives its agent.";

  private SystemLimitations() {}

  /** Returns the limitations of this machine. */
  public static List<Limitation> of(Machine machine, Set<Cgroups.Kind> bounded) {
    List<Limitation> all = new ArrayList<>();
    for (Cgroups.Kind kind : Cgroups.Kind.values()) {
      if (!bounded.contains(kind)) {
        all.add(unlimited(kind));
      }
    }
    all.add(new Limitation(Limitations.NO_BRIDGE, "Agents cannot have a bridge network."));
    if (Caller.uid() != 0 && hasFurtherGroups(machine)) {
      all.add(
          new Limitation(
              Limitations.GROUPS_KEPT,
              "Agents can access mounted files with all groups of the daemon's user, since an"
                  + " ordinary user cannot drop groups."));
    }
    return List.copyOf(all);
  }

  /** Returns the limitations without a sandbox. */
  public static List<Limitation> withoutSandbox() {
    List<Limitation> all = new ArrayList<>();
    limit(all, Limitations.NO_SANDBOX, NO_SANDBOX);
    limit(all, Limitations.NETWORK, "Agents use the machine's network, including loopback.");
    limit(all, Limitations.NO_BRIDGE, "Agents cannot have a bridge network.");
    limit(all, Limitations.READ_ONLY, "Mounts are links. Read-only mounts are refused.");
    limit(all, Limitations.MOUNTS_UNVERIFIED, "Mounts are links, which agents can replace.");
    limit(all, Limitations.IMAGE_MOUNTS, "Tools are links to files that the daemon unpacks.");
    limit(all, Limitations.MEMORY, "Memory is not limited.");
    limit(all, Limitations.SWAP, "Swap is not limited.");
    limit(all, Limitations.CPUS, "Processor time is not limited.");
    limit(all, Limitations.PIDS, "Processes and threads are not limited.");
    limit(all, Limitations.SHM, "Agents use the machine's shared memory.");
    limit(all, Limitations.SECCOMP, "Kernel calls are not filtered.");
    limit(all, Limitations.GROUPS_KEPT, "Agents have all groups of the daemon's user.");
    return List.copyOf(all);
  }

  private static void limit(List<Limitation> all, String name, String detail) {
    all.add(new Limitation(name, detail));
  }

  private static Limitation unlimited(Cgroups.Kind kind) {
    return new Limitation(
        name(kind),
        "The limit "
            + kind.label()
            + " is not enforced: the daemon is not allowed to create cgroups.");
  }

  private static String name(Cgroups.Kind kind) {
    return switch (kind) {
      case MEMORY -> Limitations.MEMORY;
      case CPUS -> Limitations.CPUS;
      case PIDS -> Limitations.PIDS;
    };
  }

  private static boolean hasFurtherGroups(Machine machine) {
    return machine
        .text("/proc/self/status")
        .orElse("")
        .lines()
        .filter(line -> line.startsWith("Groups:"))
        .anyMatch(line -> line.strip().split("\\s+", -1).length > 2);
  }

  /**
   * Refuses limits that the operator chose and the machine cannot enforce.
   *
   * @throws ExecutorException UNSUPPORTED
   */
  public static void refuse(Limits limits, Set<Cgroups.Kind> bounded) {
    Limits standard = Limits.DEFAULT;
    check(Cgroups.Kind.MEMORY, limits.memoryBytes() != standard.memoryBytes(), bounded);
    check(Cgroups.Kind.CPUS, limits.cpus() != standard.cpus(), bounded);
    check(Cgroups.Kind.PIDS, limits.pids() != standard.pids(), bounded);
  }

  private static void check(Cgroups.Kind kind, boolean asked, Set<Cgroups.Kind> bounded) {
    if (asked && !bounded.contains(kind)) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "the limit " + kind.label() + " cannot be enforced on this machine without an engine",
          REMEDY);
    }
  }
}
