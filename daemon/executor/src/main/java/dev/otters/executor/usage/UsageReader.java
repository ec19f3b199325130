package dev.otters.executor.usage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what a sandbox uses from the files of the kernel, which needs no answer of an engine.
 *
 * @param root the root folder, whose {@code /proc} and {@code /sys} are read
 */
public record UsageReader(Path root) {
  private static final Logger LOG = LoggerFactory.getLogger(UsageReader.class);
  private static final int MOST_PROCESSES = 10_000;
  private static final int LONGEST_COMMAND = 4096;
  private static final Duration TICK = Duration.ofMillis(10);

  /** An unlimited cgroup of version 1 has a limit near the largest number. */
  private static final long UNLIMITED = 1L << 60;

  // The fields of a stat file after the name.
  private static final int PARENT = 1;
  private static final int USER_TIME = 11;
  private static final int SYSTEM_TIME = 12;
  private static final int CHILDREN_USER_TIME = 13;
  private static final int CHILDREN_SYSTEM_TIME = 14;
  private static final int THREADS = 17;
  private static final int START = 19;
  private static final int PAGES = 21;
  private static final long PAGE = 4096;

  /**
   * The file with the use, with the limit, the count of droppable bytes in the statistics, and the
   * file with the count of killed processes.
   */
  private record Memory(Path folder, String use, String limit, String droppable, String kills) {}

  /**
   * Reads the use of a sandbox.
   *
   * @param pid the first process of the sandbox, which has a pid namespace of its own
   * @param group a part of the name of the sandbox's cgroup; other cgroups are not the sandbox's
   * @throws IOException when the process has ended or is not visible
   */
  public SandboxUsage read(int pid, String group) throws IOException {
    List<SandboxProcess> processes = processes(members(pid, group));
    Optional<Memory> memory = memory(pid, group);
    if (memory.isEmpty()) {
      long sum = processes.stream().mapToLong(SandboxProcess::memoryBytes).sum();
      return new SandboxUsage(Instant.now(), sum, OptionalLong.empty(), processes);
    }
    Memory files = memory.get();
    String limit = text(files.folder().resolve(files.limit()));
    long most = limit.equals("max") ? UNLIMITED : Long.parseLong(limit);
    return new SandboxUsage(
        Instant.now(),
        Long.parseLong(text(files.folder().resolve(files.use()))) - droppable(files),
        most < UNLIMITED ? OptionalLong.of(most) : OptionalLong.empty(),
        processes);
  }

  /**
   * Returns the kernel's file that counts the processes of a sandbox which it killed for lack of
   * memory, on a line {@code oom_kill}; empty without such a file.
   *
   * @throws IOException when the process has ended or is not visible
   */
  public Optional<Path> memoryKills(int pid, String group) throws IOException {
    return memory(pid, group).map(files -> files.folder().resolve(files.kills()));
  }

  private static long droppable(Memory files) throws IOException {
    return text(files.folder().resolve("memory.stat"))
        .lines()
        .filter(line -> line.startsWith(files.droppable() + " "))
        .mapToLong(line -> Long.parseLong(line.substring(files.droppable().length() + 1)))
        .sum();
  }

  private Optional<Memory> memory(int pid, String group) throws IOException {
    Path groups = root.resolve("sys/fs/cgroup");
    for (String line : text(proc(pid).resolve("cgroup")).split("\n", -1)) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3 || !parts[2].contains(group)) {
        continue;
      }
      String path = parts[2].substring(1);
      Memory first =
          new Memory(
              groups.resolve("memory").resolve(path),
              "memory.usage_in_bytes",
              "memory.limit_in_bytes",
              "total_inactive_file",
              "memory.oom_control");
      Memory second =
          new Memory(
              groups.resolve(path),
              "memory.current",
              "memory.max",
              "inactive_file",
              "memory.events");
      for (Memory files : List.of(first, second)) {
        if (Files.exists(files.folder().resolve(files.use()))) {
          return Optional.of(files);
        }
      }
    }
    return Optional.empty();
  }

  /** Tells which processes belong to a sandbox. */
  @FunctionalInterface
  private interface Members {
    boolean include(int pid) throws IOException;
  }

  /**
   * Prefers the cgroup, since the namespaces of another user's process are closed. The processes
   * with which the daemon enters a sandbox are in its cgroup, too, but not in its namespace.
   */
  private Members members(int first, String group) throws IOException {
    if (!isIn(first, group)) {
      Path namespace = namespace(first);
      return pid -> namespace(pid).equals(namespace);
    }
    int depth = depth(first);
    return pid -> isIn(pid, group) && depth(pid) >= depth;
  }

  private boolean isIn(int pid, String group) throws IOException {
    return text(proc(pid).resolve("cgroup")).contains(group);
  }

  /** Returns the number of pids of a process: one in each pid namespace. */
  private int depth(int pid) throws IOException {
    return status(pid, "NSpid:").length;
  }

  private List<SandboxProcess> processes(Members members) throws IOException {
    Instant boot = boot();
    List<SandboxProcess> found = new ArrayList<>();
    try (Stream<Path> entries = Files.list(root.resolve("proc"))) {
      List<Integer> pids =
          entries
              .map(entry -> String.valueOf(entry.getFileName()))
              .filter(name -> name.matches("\\d{1,9}"))
              .map(Integer::valueOf)
              .sorted()
              .toList();
      for (int pid : pids) {
        if (found.size() < MOST_PROCESSES) {
          process(pid, members, boot).ifPresent(found::add);
        }
      }
    }
    return found;
  }

  private Optional<SandboxProcess> process(int pid, Members members, Instant boot) {
    try {
      if (!members.include(pid)) {
        return Optional.empty();
      }
      String stat = text(proc(pid).resolve("stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return Optional.of(
          new SandboxProcess(
              pid,
              Integer.parseInt(fields[PARENT]),
              Integer.parseInt(status(pid, "Uid:")[0]),
              boot.plus(TICK.multipliedBy(Long.parseLong(fields[START]))),
              Integer.parseInt(fields[THREADS]),
              ticks(fields[USER_TIME], fields[SYSTEM_TIME]),
              ticks(fields[CHILDREN_USER_TIME], fields[CHILDREN_SYSTEM_TIME]),
              Long.parseLong(fields[PAGES]) * PAGE,
              command(pid, stat)));
    } catch (IOException e) {
      LOG.trace("Process {} has ended or belongs to another user", pid, e);
      return Optional.empty();
    }
  }

  private static Duration ticks(String user, String system) {
    return TICK.multipliedBy(Long.parseLong(user) + Long.parseLong(system));
  }

  /** Returns the words of a line of the process's status. */
  private String[] status(int pid, String name) throws IOException {
    return text(proc(pid).resolve("status"))
        .lines()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).strip().split("\t", -1))
        .findFirst()
        .orElseThrow(() -> new IOException("process " + pid + " has no " + name));
  }

  private String command(int pid, String stat) throws IOException {
    try (InputStream words = Files.newInputStream(proc(pid).resolve("cmdline"))) {
      String command =
          new String(words.readNBytes(LONGEST_COMMAND), StandardCharsets.UTF_8)
              .replace('\0', ' ')
              .strip();
      return command.isEmpty()
          ? "[" + stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')')) + "]"
          : command;
    }
  }

  private Path namespace(int pid) throws IOException {
    return Files.readSymbolicLink(proc(pid).resolve("ns/pid"));
  }

  private Instant boot() throws IOException {
    return text(root.resolve("proc/stat"))
        .lines()
        .filter(line -> line.startsWith("btime "))
        .map(line -> Instant.ofEpochSecond(Long.parseLong(line.substring("btime ".length()))))
        .findFirst()
        .orElse(Instant.EPOCH);
  }

  private Path proc(int pid) {
    return root.resolve("proc").resolve("" + pid);
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
  }
}
