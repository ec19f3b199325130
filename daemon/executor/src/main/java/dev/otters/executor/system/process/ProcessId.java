package dev.otters.executor.system.process;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.Signals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A process that cannot be confused with a later one of the same pid.
 *
 * @param start the start time in ticks since the boot
 */
public record ProcessId(int pid, long start) {
  private static final int START = 19;
  private static final int STATE = 0;
  private static final int PARENT = 1;

  /** Returns the process that has this pid now; empty when there is none. */
  public static Optional<ProcessId> of(int pid) {
    try {
      Path file = Path.of("/proc", Integer.toString(pid), "stat");
      return Optional.of(parse(Files.readString(file, StandardCharsets.ISO_8859_1)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Parses the text of a stat file, which may have further fields. */
  static ProcessId parse(String stat) {
    int pid = Integer.parseInt(stat.substring(0, stat.indexOf(' ')));
    return new ProcessId(pid, Long.parseLong(fields(stat)[START]));
  }

  /** Returns the fields after the name, which may itself contain spaces and parentheses. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1);
  }

  /** Returns whether the process runs; a zombie does not. */
  public boolean isAlive() {
    try {
      Path file = Path.of("/proc", Integer.toString(pid), "stat");
      String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
      return parse(stat).equals(this) && !fields(stat)[STATE].matches("[ZX]");
    } catch (IOException _) {
      return false;
    }
  }

  /** Sends a signal to exactly this process, and returns whether it was still there. */
  public boolean signal(int signal) throws PosixException {
    return Signals.send(pid, signal, this::isAlive);
  }

  /** Kills the process group that this process leads, if it exists. */
  public void killGroup() throws PosixException {
    if (isAlive()) {
      Signals.killGroup(pid);
    }
  }

  /** Returns the parent's pid; empty when the process has ended. */
  Optional<Integer> parent() {
    try {
      Path file = Path.of("/proc", Integer.toString(pid), "stat");
      String stat = Files.readString(file, StandardCharsets.ISO_8859_1);
      return Optional.of(Integer.valueOf(fields(stat)[PARENT]));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Returns the user and group of the process, by its real ids. */
  public SandboxUser user() throws IOException {
    Path file = Path.of("/proc", "" + pid, "status");
    int[] ids = {-1, -1};
    for (String line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1)) {
      int which = List.of("Uid:", "Gid:").indexOf(line.split("\t", 2)[0]);
      if (which >= 0) {
        ids[which] = Integer.parseInt(line.split("\t", 3)[1]);
      }
    }
    return new SandboxUser(ids[0], ids[1]);
  }

  /** Returns the first child; empty when there is none. */
  public Optional<ProcessId> child() {
    try {
      return children().stream().findFirst().flatMap(ProcessId::of);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Returns the children of its first thread. */
  List<Integer> children() throws IOException {
    Path file = Path.of("/proc", "" + pid, "task", "" + pid, "children");
    return Stream.of(Files.readString(file).strip().split(" ", -1))
        .filter(number -> !number.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }
}
