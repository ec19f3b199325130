package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes an agent's limits. */
record LimitText(AgentSetup setup) {
  private static final long MEBIBYTE = 1024 * 1024;

  @Override
  public String toString() {
    AgentSetup.Limits limits = setup.limits();
    List<String> parts = new ArrayList<>();
    if (limits.memoryBytes() > 0) {
      parts.add(memory(limits.memoryBytes()) + " of memory");
    }
    if (limits.cpus() > 0) {
      parts.add(cpus(limits.cpus()));
    }
    if (limits.pids() > 0) {
      parts.add(limits.pids() == 1 ? "1 process" : limits.pids() + " processes and threads");
    }
    parts.add("you see 64 KiB of a call's output, and a file keeps the first 64 MiB");
    return String.join(", ", parts) + ".";
  }

  private static String memory(long bytes) {
    long mebibytes = bytes / MEBIBYTE;
    return mebibytes % 1024 == 0 ? mebibytes / 1024 + " GiB" : mebibytes + " MiB";
  }

  private static String cpus(double cpus) {
    if (cpus == Math.rint(cpus)) {
      return cpus == 1 ? "1 CPU" : (long) cpus + " CPUs";
    }
    return String.format(Locale.ROOT, "%.2f CPUs", cpus);
  }
}
