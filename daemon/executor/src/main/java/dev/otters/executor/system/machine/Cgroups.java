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
 * Makes groups of processes that the kernel bounds, with either version of its interface, also with
 * both of them mixed.
 */
public final class Cgroups {
  /** What can be bounded. */
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

    /** Returns the name of what the kernel bounds it with. */
    String controller() {
      return controller;
    }

    /** Returns the name of the limit, as in the option that sets it. */
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

  /** Returns groups with which nothing can be bounded. */
  public static Cgroups none() {
    return new Cgroups("", Map.of());
  }

  /**
   * Finds out, by trying, what can be bounded.
   *
   * @param mounts the text of {@code /proc/self/mountinfo}
   * @param home a name that no other home has
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
  public Set<Kind> usable() {
    return Set.copyOf(usable.keySet());
  }

  /**
   * Makes a sandbox's groups and sets its limits, as far as they can be.
   *
   * @param name names the sandbox within its home
   * @return the groups' folders, which its processes have to enter
   * @throws IOException when a limit cannot be set; no group is left then
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

  /** Returns the folders of a sandbox's groups, whether they are there or not. */
  public List<Path> groups(String name) {
    Set<Path> groups = new LinkedHashSet<>();
    usable.values().forEach(hierarchy -> groups.add(hierarchy.group(home, name)));
    return List.copyOf(groups);
  }

  /** Returns where a sandbox sees its groups, and which folders those are. */
  public Map<String, Path> shown(String name) {
    Map<String, Path> shown = new LinkedHashMap<>();
    for (CgroupHierarchy hierarchy : usable.values()) {
      shown.put(hierarchy.shownAt(), hierarchy.group(home, name));
    }
    return shown;
  }

  /** Removes groups, whose last processes may still be about to end; absent ones are fine. */
  public static void remove(List<Path> groups) {
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
        Pause.sleep(Duration.ofMillis(25));
      }
    }
  }

  /** Counts how often memory ran out in a sandbox; 0 where nobody counts. */
  public long outOfMemory(String name) {
    return Optional.ofNullable(usable.get(Kind.MEMORY))
        .map(hierarchy -> hierarchy.outOfMemory(hierarchy.group(home, name)))
        .orElse(0L);
  }

  /** Removes the home's own groups, unless a sandbox is in them. */
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
