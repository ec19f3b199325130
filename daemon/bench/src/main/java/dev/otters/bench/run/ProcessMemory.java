package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads how much memory processes and containers use, from Linux. */
public final class ProcessMemory {
  private static final double KILOBYTE = 1024;
  private static final double MEGABYTE = 1e6;

  private ProcessMemory() {}

  /** Returns the resident megabytes of a process, shared pages included. */
  public static double resident(long pid) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) * KILOBYTE / MEGABYTE;
      }
    }
    throw new IOException("process " + pid + " is gone");
  }

  /** Returns the child of a container's init process. */
  public static long childOf(long init) {
    return ProcessHandle.of(init).stream()
        .flatMap(ProcessHandle::children)
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(init);
  }

  /**
   * Returns the megabytes that a process's control group is charged for, without file pages that
   * are not in use, as {@code docker stats} counts.
   */
  public static double charged(long pid) throws IOException {
    String groups = Files.readString(Path.of("/proc/" + pid + "/cgroup"));
    Path folder = folder(groups, Path.of("/sys/fs/cgroup"));
    boolean old = Files.exists(folder.resolve("memory.usage_in_bytes"));
    long usage =
        Long.parseLong(
            Files.readString(folder.resolve(old ? "memory.usage_in_bytes" : "memory.current"))
                .strip());
    String key = old ? "total_inactive_file " : "inactive_file ";
    return (usage - field(Files.readAllLines(folder.resolve("memory.stat")), key)) / MEGABYTE;
  }

  /** Finds the memory group's folder, in a hierarchy of its own (version 1) or the only one. */
  static Path folder(String groups, Path mount) {
    for (String line : groups.lines().toList()) {
      String path = line.replaceFirst("^[^:]*:[^:]*:/?", "");
      if (line.matches("\\d+:([^:]*,)?memory(,[^:]*)?:.*")) {
        return mount.resolve("memory").resolve(path);
      }
      if (line.startsWith("0::") && groups.lines().count() == 1) {
        return mount.resolve(path);
      }
    }
    throw new IllegalArgumentException("no control group for memory in " + groups);
  }

  private static long field(List<String> lines, String key) {
    return Stream.concat(lines.stream().filter(line -> line.startsWith(key)), Stream.of(key + "0"))
        .findFirst()
        .map(line -> Long.parseLong(line.substring(key.length()).strip()))
        .orElse(0L);
  }
}
