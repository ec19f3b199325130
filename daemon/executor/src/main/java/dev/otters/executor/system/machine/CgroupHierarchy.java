package dev.otters.executor.system.machine;

import dev.otters.executor.Limits;
import dev.otters.executor.system.machine.Cgroups.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A mounted cgroup hierarchy.
 *
 * @param mount its top folder
 * @param unified whether it has the interface of version 2
 */
public record CgroupHierarchy(Path mount, boolean unified) {
  private static final Logger LOG = LoggerFactory.getLogger(CgroupHierarchy.class);
  private static final String PARENT = "otters";
  private static final long PERIOD = 100_000;

  /**
   * Returns the hierarchy in which a controller limits processes, if a mount shows it.
   *
   * @param line a line of {@code /proc/self/mountinfo}
   */
  static Optional<CgroupHierarchy> of(String line, String controller) {
    String[] halves = line.split(" - ", 2);
    Path mount = Path.of(halves[0].split(" ", -1)[4].replace("\\040", " "));
    String[] type = halves[1].split(" ", -1);
    if (type[0].equals("cgroup") && List.of(type[2].split(",", -1)).contains(controller)) {
      return Optional.of(new CgroupHierarchy(mount, false));
    }
    boolean unified = type[0].equals("cgroup2") && controllers(mount).contains(controller);
    return unified ? Optional.of(new CgroupHierarchy(mount, true)) : Optional.empty();
  }

  private static List<String> controllers(Path mount) {
    try {
      return List.of(Files.readString(mount.resolve("cgroup.controllers")).strip().split(" ", -1));
    } catch (IOException e) {
      LOG.debug("Cannot read the controllers at {}", mount, e);
      return List.of();
    }
  }

  /** Returns the path at which a sandbox sees its cgroup. */
  String shownAt() {
    String own = "/" + Objects.requireNonNull(mount.getFileName());
    return "/sys/fs/cgroup" + (unified ? "" : own);
  }

  /** Returns the folder of a home's cgroups. */
  Path home(String home) {
    return mount.resolve(PARENT).resolve(home);
  }

  Path group(String home, String name) {
    return home(home).resolve(name);
  }

  void create(String home, Path group) throws IOException {
    for (Path folder : List.of(mount.resolve(PARENT), home(home), group)) {
      if (unified) {
        enable(Objects.requireNonNull(folder.getParent()));
      }
      try {
        Files.createDirectory(folder);
      } catch (FileAlreadyExistsException e) {
        LOG.debug("{} exists already", folder, e);
      }
    }
  }

  private static void enable(Path folder) throws IOException {
    List<String> there = controllers(folder);
    StringBuilder wanted = new StringBuilder();
    for (Kind kind : Kind.values()) {
      if (there.contains(kind.controller())) {
        wanted.append('+').append(kind.controller()).append(' ');
      }
    }
    write(folder.resolve("cgroup.subtree_control"), wanted.toString().strip());
  }

  /** Sets one limit of a cgroup. */
  void bound(Kind kind, Path group, Limits limits) throws IOException {
    switch (kind) {
      case MEMORY -> {
        String bytes = Long.toString(limits.memoryBytes());
        write(group.resolve(unified ? "memory.max" : "memory.limit_in_bytes"), bytes);
        Path swap = group.resolve(unified ? "memory.swap.max" : "memory.memsw.limit_in_bytes");
        if (Files.exists(swap)) {
          write(swap, unified ? "0" : bytes);
        }
      }
      case CPUS -> {
        int machine = Runtime.getRuntime().availableProcessors();
        long quota = Math.max(1000, (long) (Math.min(limits.cpus(), machine) * PERIOD));
        if (unified) {
          write(group.resolve("cpu.max"), quota + " " + PERIOD);
        } else {
          write(group.resolve("cpu.cfs_period_us"), "" + PERIOD);
          write(group.resolve("cpu.cfs_quota_us"), "" + quota);
        }
      }
      case PIDS -> write(group.resolve("pids.max"), "" + limits.pids());
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  /**
   * Returns how often the kernel killed a process of a cgroup for lack of memory; 0 when it does
   * not count.
   */
  long outOfMemory(Path group) {
    Path file = group.resolve(unified ? "memory.events" : "memory.oom_control");
    try {
      return Files.readString(file)
          .lines()
          .filter(line -> line.startsWith("oom_kill "))
          .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("Cannot read the count of {}", group, e);
      return 0;
    }
  }
}
