package dev.otters.executor.mounts;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares the mounts that a process really sees with those that were planned for it. */
public final class MountCheck {
  private static final Set<String> ENGINE_FILES =
      Set.of(
          "/",
          "/sbin/docker-init",
          "/etc/hosts",
          "/etc/hostname",
          "/etc/resolv.conf",
          "/run/.containerenv");
  private static final List<String> ENGINE_FOLDERS = List.of("/proc", "/sys", "/dev");

  private MountCheck() {}

  /**
   * Looks at a process from outside.
   *
   * @param pid of any process in the sandbox
   * @param binds what was planned
   * @param images targets of planned read-only image mounts
   * @return what differs, a sentence part each; empty when all is as planned
   * @throws IOException when the process cannot be looked at, or is gone
   */
  public static List<String> differences(int pid, List<Bind> binds, List<String> images)
      throws IOException {
    MountTable table = MountTable.ofProcess(pid);
    List<String> found = new ArrayList<>();
    try (Fd root = Fd.openRootOf(pid)) {
      if (!table.at("/").map(MountTable.Entry::readOnly).orElse(false)) {
        found.add("the root file system is writable");
      }
      for (Bind bind : binds) {
        difference(table, root, bind).ifPresent(found::add);
      }
    }
    for (String image : images) {
      if (!table.at(image).map(MountTable.Entry::readOnly).orElse(false)) {
        found.add("no image is mounted read-only at " + image);
      }
    }
    unplanned(table, binds, images).forEach(point -> found.add("something is mounted at " + point));
    return found;
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

  private static Stream<String> unplanned(MountTable table, List<Bind> binds, List<String> images) {
    Set<String> planned =
        Stream.concat(binds.stream().map(Bind::target), images.stream())
            .collect(Collectors.toSet());
    return table.entries().stream()
        .map(MountTable.Entry::point)
        .distinct()
        .filter(point -> !planned.contains(point) && !ENGINE_FILES.contains(point))
        .filter(
            point ->
                ENGINE_FOLDERS.stream()
                    .noneMatch(f -> point.equals(f) || point.startsWith(f + "/")));
  }
}
