package dev.otters.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Reads the memory usage of processes and containers from Linux. */
public final class ProcessMemory {
  private static final double KILOBYTE = 1024;
  private static final double MEGABYTE = 1e6;

  private ProcessMemory() {}

  /** Returns the resident memory of a process in megabytes, including shared pages. */
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
   * Returns the memory of a process's control group in megabytes, without inactive file pages, as
   * {@code docker stats} does.
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

  /** Returns the folder of the memory control group, of version 1 or 2. */
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
