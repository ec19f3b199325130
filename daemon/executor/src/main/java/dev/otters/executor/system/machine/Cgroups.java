package dev.otters.executor.system.machine;

import dev.otters.executor.Limits;
import dev.otters.executor.Pause;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates cgroups with limits, with either version of the kernel's interface or a mixture of both.
 */
public final class Cgroups {
  /** A kind of limit. */
  public enum Kind {
    MEMORY("memory", "memory"),
    CPUS("cpu", "cpus"),
    PIDS("pids", "pids");

    private final String controller;
    private final String label;

    Kind(String controller, String label) {
      this.controller = controller;
      this.label = label;
    }

    /** Returns the name of the kernel's controller. */
    String controller() {
      return controller;
    }

    /** Returns the name of the limit in options. */
    String label() {
      return label;
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);
  private static final int TRIES = 40;

  private final String home;
  private final Map<Kind, CgroupHierarchy> usable;

  private Cgroups(String home, Map<Kind, CgroupHierarchy> usable) {
    this.home = home;
    this.usable = usable;
  }

  /** Returns an instance that can limit nothing. */
  public static Cgroups none() {
    return new Cgroups("", Map.of());
  }

  /**
   * Finds out, by trying, which limits work.
   *
   * @param mounts the text of {@code /proc/self/mountinfo}
   * @param home a name that is unique on this machine
   */
  public static Cgroups find(String mounts, String home) {
    Map<Kind, CgroupHierarchy> found = new LinkedHashMap<>();
    for (Kind kind : Kind.values()) {
      mounts
          .lines()
          .map(line -> CgroupHierarchy.of(line, kind.controller()))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(hierarchy -> found.put(kind, hierarchy));
    }
    Cgroups all = new Cgroups(home, found);
    Map<Kind, CgroupHierarchy> usable = new LinkedHashMap<>();
    found.forEach(
        (kind, hierarchy) -> {
          if (all.works(kind, hierarchy)) {
            usable.put(kind, hierarchy);
          }
        });
    all.removeHome();
    return new Cgroups(home, usable);
  }

  private boolean works(Kind kind, CgroupHierarchy hierarchy) {
    Path group = hierarchy.group(home, "try");
    try {
      hierarchy.create(home, group);
      hierarchy.bound(kind, group, Limits.DEFAULT);
      return true;
    } catch (IOException e) {
      LOG.debug("Cannot limit {}", kind, e);
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

  /** Returns the limits that work. */
  public Set<Kind> usable() {
    return Set.copyOf(usable.keySet());
  }

  /**
   * Creates a sandbox's cgroups and sets the limits that work.
   *
   * @param name the sandbox's name in its home
   * @return the folders of the cgroups, which its processes must enter
   * @throws IOException when a limit cannot be set; no cgroup is left then
   */
  public List<Path> create(String name, Limits limits) throws IOException {
    List<Path> groups = groups(name);
    try {
      for (Map.Entry<Kind, CgroupHierarchy> entry : usable.entrySet()) {
        CgroupHierarchy hierarchy = entry.getValue();
        Path group = hierarchy.group(home, name);
        hierarchy.create(home, group);
        hierarchy.bound(entry.getKey(), group, limits);
      }
      return groups;
    } catch (IOException e) {
      remove(groups);
      throw e;
    }
  }

  /** Returns the folders of a sandbox's cgroups, whether or not they exist. */
  public List<Path> groups(String name) {
    Set<Path> groups = new LinkedHashSet<>();
    usable.values().forEach(hierarchy -> groups.add(hierarchy.group(home, name)));
    return List.copyOf(groups);
  }

  /** Returns the folders of a sandbox's cgroups by their paths in the sandbox. */
  public Map<String, Path> inSandbox(String name) {
    Map<String, Path> paths = new LinkedHashMap<>();
    for (CgroupHierarchy hierarchy : usable.values()) {
      paths.put(hierarchy.shownAt(), hierarchy.group(home, name));
    }
    return paths;
  }

  /** Removes cgroups, whose last processes may be about to end. Skips missing ones. */
  public static void remove(List<Path> groups) {
    for (Path group : groups) {
      try {
        remove(group);
      } catch (IOException e) {
        LOG.atWarn().addKeyValue("group", group).setCause(e).log("Cannot remove a cgroup");
      }
    }
  }

  private static void remove(Path group) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.deleteIfExists(group);
        return;
      } catch (NoSuchFileException _) {
        return;
      } catch (DirectoryNotEmptyException e) {
        throw e;
      } catch (FileSystemException e) {
        if (attempt == TRIES) {
          throw e;
        }
        Pause.sleep(Duration.ofMillis(25));
      }
    }
  }

  /**
   * Returns how often the kernel killed a process of a sandbox for lack of memory; 0 when it does
   * not count.
   */
  public long outOfMemory(String name) {
    return Optional.ofNullable(usable.get(Kind.MEMORY))
        .map(hierarchy -> hierarchy.outOfMemory(hierarchy.group(home, name)))
        .orElse(0L);
  }

  /** Removes the home's own cgroups, unless they contain a sandbox. */
  public void removeHome() {
    Set<Path> parents = new LinkedHashSet<>();
    usable.values().forEach(hierarchy -> parents.add(hierarchy.home(home)));
    for (Path parent : parents) {
      try {
        Files.deleteIfExists(parent);
      } catch (IOException e) {
        LOG.debug("{} is still in use", parent, e);
      }
    }
  }
}
