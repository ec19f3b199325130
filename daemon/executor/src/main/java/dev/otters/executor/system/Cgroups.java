package dev.otters.executor.system;

import dev.otters.executor.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes groups of processes that the kernel bounds, with either version of its interface, also with
 * both of them mixed.
 */
final class Cgroups {
  /** What can be bounded. */
  enum Kind {
    MEMORY("memory", "memory"),
    CPUS("cpu", "cpus"),
    PIDS("pids", "pids");

    private final String controller;
    private final String label;

    Kind(String controller, String label) {
      this.controller = controller;
      this.label = label;
    }

    /** Returns the name of the limit, as in the option that sets it. */
    String label() {
      return label;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
  private static final String PARENT = "otters";
  private static final long PERIOD = 100_000;
  private static final int TRIES = 40;

  private final String home;
  private final Map<Kind, Hierarchy> usable;

  /**
   * Is where the kernel shows one tree of groups.
   *
   * @param mount its top folder
   * @param unified whether it has the interface of version 2
   */
  private record Hierarchy(Path mount, boolean unified) {}

  private Cgroups(String home, Map<Kind, Hierarchy> usable) {
    this.home = home;
    this.usable = usable;
  }

  /** Returns groups with which nothing can be bounded. */
  static Cgroups none() {
    return new Cgroups("", Map.of());
  }

  /**
   * Finds out, by trying, what can be bounded.
   *
   * @param mounts the text of {@code /proc/self/mountinfo}
   * @param home a name that no other home has
   */
  static Cgroups find(String mounts, String home) {
    Map<Kind, Hierarchy> found = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      mounts
          .lines()
          .map(line -> hierarchy(line, kind))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(hierarchy -> found.put(kind, hierarchy));
    }
    Cgroups all = new Cgroups(home, found);
    Map<Kind, Hierarchy> usable = new LinkedHashMap<>();
    found.forEach(
        (kind, hierarchy) -> {
          if (all.works(kind, hierarchy)) {
            usable.put(kind, hierarchy);
          }
        });
    all.removeHome();
    return new Cgroups(home, usable);
  }

  private static Optional<Hierarchy> hierarchy(String line, Kind kind) {
    String[] halves = line.split(" - ", 2);
    Path mount = Path.of(halves[0].split(" ", -1)[4].replace("\\040", " "));
    String[] type = halves[1].split(" ", -1);
    if (type[0].equals("cgroup") && List.of(type[2].split(",", -1)).contains(kind.controller)) {
      return Optional.of(new Hierarchy(mount, false));
    }
    boolean unified = type[0].equals("cgroup2") && controllers(mount).contains(kind.controller);
    return unified ? Optional.of(new Hierarchy(mount, true)) : Optional.empty();
  }

  private static List<String> controllers(Path mount) {
    try {
      return List.of(Files.readString(mount.resolve("cgroup.controllers")).strip().split(" ", -1));
    } catch (IOException e) {
      LOG.debug("no controllers at {}", mount, e);
      return List.of();
    }
  }

  private boolean works(Kind kind, Hierarchy hierarchy) {
    Path group = folder(hierarchy, "try");
    try {
      create(hierarchy, group);
      bound(hierarchy, kind, group, Limits.DEFAULT);
      return true;
    } catch (IOException e) {
      LOG.debug("{} cannot be bounded", kind, e);
      return false;
    } finally {
      removeTried(group);
    }
  }

  private static void removeTried(Path group) {
    try {
      remove(group);
    } catch (IOException e) {
      LOG.debug("{} stays", group, e);
    }
  }

  /** Returns what can be bounded. */
  Set<Kind> usable() {
    return Set.copyOf(usable.keySet());
  }

  /**
   * Makes a sandbox's groups and sets its limits, as far as they can be.
   *
   * @param name names the sandbox within its home
   * @return the groups' folders, which its processes have to enter
   * @throws IOException when a limit cannot be set; no group is left then
   */
  List<Path> create(String name, Limits limits) throws IOException {
    List<Path> groups = groups(name);
    try {
      for (Map.Entry<Kind, Hierarchy> entry : usable.entrySet()) {
        Path group = folder(entry.getValue(), name);
        create(entry.getValue(), group);
        bound(entry.getValue(), entry.getKey(), group, limits);
      }
      return groups;
    } catch (IOException e) {
      remove(groups);
      throw e;
    }
  }

  /** Returns the folders of a sandbox's groups, whether they are there or not. */
  List<Path> groups(String name) {
    Set<Path> groups = new LinkedHashSet<>();
    usable.values().forEach(hierarchy -> groups.add(folder(hierarchy, name)));
    return List.copyOf(groups);
  }

  /** Returns where a sandbox sees its groups, and which folders those are. */
  Map<String, Path> shown(String name) {
    Map<String, Path> shown = new LinkedHashMap<>();
    for (Hierarchy hierarchy : usable.values()) {
      String own = "/" + Objects.requireNonNull(hierarchy.mount().getFileName());
      String at = "/sys/fs/cgroup" + (hierarchy.unified() ? "" : own);
      shown.put(at, folder(hierarchy, name));
    }
    return shown;
  }

  private Path folder(Hierarchy hierarchy, String name) {
    return hierarchy.mount().resolve(PARENT).resolve(home).resolve(name);
  }

  private void create(Hierarchy hierarchy, Path group) throws IOException {
    Path top = hierarchy.mount();
    for (Path folder : List.of(top.resolve(PARENT), top.resolve(PARENT).resolve(home), group)) {
      if (hierarchy.unified()) {
        enable(Objects.requireNonNull(folder.getParent()));
      }
      try {
        Files.createDirectory(folder);
      } catch (FileAlreadyExistsException e) {
        LOG.debug("{} is there already", folder, e);
      }
    }
  }

  private static void enable(Path folder) throws IOException {
    List<String> there = controllers(folder);
    StringBuilder wanted = new StringBuilder();
    for (Kind kind : Kind.values()) {
      if (there.contains(kind.controller)) {
        wanted.append('+').append(kind.controller).append(' ');
      }
    }
    write(folder.resolve("cgroup.subtree_control"), wanted.toString().strip());
  }

  private static void bound(Hierarchy hierarchy, Kind kind, Path group, Limits limits)
      throws IOException {
    boolean unified = hierarchy.unified();
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

  /** Removes groups, whose last processes may still be about to end; absent ones are fine. */
  static void remove(List<Path> groups) {
    for (Path group : groups) {
      try {
        remove(group);
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("group", group).setCause(e).log("A group of processes stays");
      }
    }
  }

  private static void remove(Path group) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (NoSuchFileException e) {
        return;
      } catch (DirectoryNotEmptyException e) {
        throw e;
      } catch (FileSystemException e) {
        if (attempt == TRIES) {
          throw e;
        }
        Pause.milliseconds(25);
      }
    }
  }

  /** Counts how often memory ran out in a sandbox; 0 where nobody counts. */
  long outOfMemory(String name) {
    return Optional.ofNullable(usable.get(Kind.MEMORY))
        .map(hierarchy -> count(hierarchy, folder(hierarchy, name)))
        .orElse(0L);
  }

  private static long count(Hierarchy hierarchy, Path group) {
    Path file = group.resolve(hierarchy.unified() ? "memory.events" : "memory.oom_control");
    try {
      return Files.readString(file)
          .lines()
          .filter(line -> line.startsWith("oom_kill "))
          .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length()).strip()))
          .sum();
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("nothing counts at {}", group, e);
      return 0;
    }
  }

  /** Removes the home's own groups, unless a sandbox is in them. */
  void removeHome() {
    List<Path> parents = new ArrayList<>();
    usable.values().forEach(h -> parents.add(h.mount().resolve(PARENT).resolve(home)));
    for (Path parent : new LinkedHashSet<>(parents)) {
      try {
        Files.deleteIfExists(parent);
      } catch (IOException e) {
        LOG.debug("{} is still in use", parent, e);
      }
    }
  }
}
