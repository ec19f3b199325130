package dev.otters.executor.docker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** The limits of this process (https://man7.org/linux/man-pages/man5/proc_pid_limits.5.html). */
final class OwnLimits {
  private static final Path FILE = Path.of("/proc/self/limits");

  /** The kernel's own limit on a small machine, which a Podman service may have. */
  private static final long MOST = 32_768;

  private static final String PROCESSES = "Max processes";

  private OwnLimits() {}

  /** Returns the hard limit on processes of a user. */
  static long processes() {
    try {
      return processes(Files.readAllLines(FILE)).orElse(MOST);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the hard limit, or the one that every engine has if that is less; empty if there is
   * none.
   */
  static OptionalLong processes(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(PROCESSES))
        .map(line -> line.substring(PROCESSES.length()).strip().split(" +", -1)[1])
        .filter(hard -> !hard.equals("unlimited"))
        .mapToLong(hard -> Math.min(MOST, Long.parseLong(hard)))
        .findFirst();
  }
}
