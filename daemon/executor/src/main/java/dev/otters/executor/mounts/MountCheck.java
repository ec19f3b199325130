package dev.otters.executor.mounts;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Compares the mounts that a process sees with the planned ones. */
public final class MountCheck {
  private static final Set<String> ENGINE_FILES =
      Set.of(
          "/",
          "/sbin/docker-init",
          "/etc/hosts",
          "/etc/hostname",
          "/etc/resolv.conf",
          "/run/.containerenv",
          "/run/podman-init");

  private static final List<String> ENGINE_FOLDERS = List.of("/proc", "/sys", "/dev");

  private static final Logger LOG = LoggerFactory.getLogger(MountCheck.class);

  private MountCheck() {}

  /**
   * Compares the mounts of a process.
   *
   * @param pid the pid of any process in the sandbox
   * @param images targets of the planned image mounts
   * @return the differences, none when all is as planned; empty when the process ended before the
   *     comparison
   * @throws IOException when the daemon may not look at the process
   */
  public static Optional<List<String>> differences(int pid, List<Bind> binds, List<String> images)
      throws IOException {
    Optional<MountTable> table = table(pid);
    if (table.isEmpty()) {
      return Optional.empty();
    }
    try {
      List<String> found = compare(pid, table.get(), binds, images);
      return found.isEmpty() || !hasEnded(pid) ? Optional.of(found) : Optional.empty();
    } catch (IOException e) {
      if (hasEnded(pid)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns the refusal of a sandbox that differs from its plan.
   *
   * @param differences one sentence part each
   */
  public static ExecutorException tampered(List<String> differences) {
    return new ExecutorException(
        ExecutorException.Reason.TAMPERED,
        "the sandbox's mounts differ from the plan: " + String.join("; ", differences),
        "Check the agent's workspace and its mounted folders, which changed while the sandbox"
            + " started.");
  }

  /** Returns whether the process has left its mounts, which may fall apart then. */
  private static boolean hasEnded(int pid) throws IOException {
    return table(pid).isEmpty();
  }

  private static Optional<MountTable> table(int pid) throws IOException {
    try {
      return Optional.of(MountTable.ofProcess(pid)).filter(table -> table.at("/").isPresent());
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException e) {
      LOG.debug("Process {} has ended", pid, e);
      return Optional.empty();
    }
  }

  private static List<String> compare(
      int pid, MountTable table, List<Bind> binds, List<String> images) throws IOException {
    List<String> found = new ArrayList<>();
    if (!isReadOnly(table, "/")) {
      found.add("the root file system is writable");
    }
    try (Fd root = Fd.openRootOf(pid)) {
      for (Bind bind : binds) {
        difference(table, root, bind).ifPresent(found::add);
      }
    }
    images.stream()
        .filter(image -> !isReadOnly(table, image))
        .forEach(image -> found.add("no image is mounted read-only at " + image));
    found.addAll(unplanned(table, binds, images));
    return found;
  }

  private static boolean isReadOnly(MountTable table, String point) {
    return table.at(point).map(MountTable.Entry::readOnly).orElse(false);
  }

  private static Optional<String> difference(MountTable table, Fd root, Bind bind) {
    Optional<MountTable.Entry> entry = table.at(bind.target());
    if (entry.isEmpty()) {
      return Optional.of("nothing is mounted at " + bind.target());
    }
    if (entry.get().readOnly() != bind.readOnly()) {
      return Optional.of(bind.target() + " is " + (bind.readOnly() ? "writable" : "read-only"));
    }
    try (Fd file = root.openInRoot(bind.target())) {
      FileStat stat = file.stat();
      boolean same = stat.id().equals(bind.id());
      boolean onTop = stat.mountId() < 0 || stat.mountId() == entry.get().id();
      return same && onTop
          ? Optional.empty()
          : Optional.of(bind.target() + " is not " + bind.source());
    } catch (PosixException e) {
      return Optional.of(bind.target() + " cannot be reached: " + e.getMessage());
    }
  }

  /** Returns the mounts that neither the plan nor the engine explains. */
  static List<String> unplanned(MountTable table, List<Bind> binds, List<String> images) {
    Set<String> planned =
        Stream.concat(binds.stream().map(Bind::target), images.stream())
            .collect(Collectors.toSet());
    return table.entries().stream()
        .filter(entry -> !planned.contains(entry.point()) && !isEngines(entry))
        .flatMap(entry -> unplanned(entry, binds).stream())
        .distinct()
        .toList();
  }

  /**
   * Returns an unplanned mount. An operator's folder may contain mounts of the host, which are as
   * writable as the folder.
   */
  private static Optional<String> unplanned(MountTable.Entry entry, List<Bind> binds) {
    Optional<Bind> holder =
        binds.stream()
            .filter(bind -> bind.operators() && isIn(entry.point(), bind.target()))
            .findFirst();
    if (holder.isEmpty()) {
      return Optional.of("something is mounted at " + entry.point());
    }
    return holder.get().readOnly() && !entry.readOnly()
        ? Optional.of(entry.point() + " is writable")
        : Optional.empty();
  }

  private static boolean isEngines(MountTable.Entry entry) {
    String point = entry.point();
    return ENGINE_FILES.contains(point)
        || ENGINE_FOLDERS.stream().anyMatch(folder -> isIn(point, folder));
  }

  private static boolean isIn(String point, String folder) {
    return point.equals(folder) || point.startsWith(folder + "/");
  }
}
