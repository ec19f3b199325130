package dev.otters.executor.mounts;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.MappedMounts;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.OwnerMap;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Knows which host files and folders an agent may see. */
final class SourceRules {
  private static final Logger LOG = LoggerFactory.getLogger(SourceRules.class);
  private static final List<Path> KERNEL =
      List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));
  private static final String ALLOWED = "a file or folder of a project or data set";

  private final PrivatePlaces places;

  SourceRules(PrivatePlaces places) {
    this.places = places;
  }

  /**
   * Returns the source without links.
   *
   * @throws MountException when it must not be mounted
   */
  Path check(MountSpec mount, SandboxUser user, boolean allowSensitive) {
    try {
      Path real = absolute(mount).toRealPath();
      checkNever(mount, real);
      checkKind(mount, real);
      if (!allowSensitive) {
        checkSensitive(mount, real);
      }
      checkAccess(mount, real, user);
      return real;
    } catch (NoSuchFileException _) {
      throw refused(
          mount,
          "its source does not exist",
          "an existing file or folder",
          "Create " + mount.source() + " first, or correct the path.");
    } catch (AccessDeniedException _) {
      throw refused(
          mount,
          "the daemon cannot access its source",
          "a file or folder that the daemon's user can access",
          "Allow the daemon's user to enter the folders above " + mount.source() + ".");
    } catch (IOException e) {
      throw refused(
          mount,
          "the daemon cannot use its source: " + e.getMessage(),
          ALLOWED,
          "Mount something else.");
    }
  }

  private static Path absolute(MountSpec mount) {
    Optional<Path> path = parse(mount.source()).filter(Path::isAbsolute);
    return path.orElseThrow(
        () ->
            refused(
                mount,
                "its source is not an absolute path",
                "an absolute path on the daemon's machine",
                "Write the whole path, for example \"$PWD/data\"."));
  }

  private static Optional<Path> parse(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }

  private void checkNever(MountSpec mount, Path real) throws IOException {
    if (real.getParent() == null || KERNEL.stream().anyMatch(real::startsWith)) {
      throw never(mount, "its source " + real + " is a part of the system");
    }
    for (Path place : places.never()) {
      if (Files.exists(place) && overlaps(real, place.toRealPath())) {
        throw never(mount, "its source " + real + " is, contains or is inside " + place);
      }
    }
  }

  /** Returns whether one path is the other or contains it, even through a bind mount. */
  private static boolean overlaps(Path real, Path place) throws IOException {
    if (place.startsWith(real)) {
      return true;
    }
    for (@Nullable Path p = real; p != null; p = p.getParent()) {
      if (Files.isSameFile(p, place)) {
        return true;
      }
    }
    return false;
  }

  private static MountException never(MountSpec mount, String found) {
    return denied(mount, found, ALLOWED, "Mount only the files that the agent works on.");
  }

  private static void checkKind(MountSpec mount, Path real) throws IOException {
    var attributes =
        Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isDirectory() && !attributes.isRegularFile()) {
      throw refused(
          mount,
          "its source is a socket, pipe or device",
          "a regular file or a folder",
          "Mount a file or folder.");
    }
  }

  private void checkSensitive(MountSpec mount, Path real) throws IOException {
    for (Path place : places.sensitive()) {
      Path target = Files.exists(place) ? place.toRealPath() : place;
      boolean holds = target.startsWith(real) && Files.exists(target);
      boolean inside = real.startsWith(target) && !places.homes().contains(place);
      if (holds || inside) {
        throw denied(
            mount,
            "its source " + real + " is, contains or is inside " + place + ", a place with secrets",
            "such a source only with --allow-sensitive",
            "Mount a narrower folder, or add --allow-sensitive if the agent may read all of it.");
      }
    }
  }

  private static void checkAccess(MountSpec mount, Path real, SandboxUser user) throws IOException {
    Access access;
    try (Fd file = Fd.open(real, Open.HANDLE)) {
      FileStat stat = file.stat();
      Optional<OwnerMap> owners = Access.map(stat, user, mount.readOnly());
      if (owners.isPresent() && isPossible(file, owners.get())) {
        return;
      }
      access = Access.of(stat, user);
    }
    if (!access.readable()) {
      throw refused(
          mount,
          "the agent runs as uid " + user.uid() + ", which cannot read " + real,
          "a source that this user can read",
          "Run the agent as the owner of the files with --user, or allow it, for example with:"
              + " chmod -R o+rX "
              + real
              + ".");
    }
    if (!mount.readOnly() && !access.writable()) {
      throw refused(
          mount,
          "the agent runs as uid " + user.uid() + ", which cannot write to " + real,
          "a source that this user can write to, or :ro",
          "Add :ro, or run the agent as the owner of the files with --user.");
    }
  }

  private static boolean isPossible(Fd file, OwnerMap owners) {
    try {
      MappedMounts.check(file, owners);
      return true;
    } catch (IOException e) {
      LOG.atInfo().addKeyValue("source", file).setCause(e).log("Owners cannot be mapped");
      return false;
    }
  }

  private static MountException denied(
      MountSpec mount, String found, String allowed, String remedy) {
    return new MountException(
        new MountProblem(mount.source() + ":" + mount.target(), found, allowed, remedy, true));
  }

  private static MountException refused(
      MountSpec mount, String found, String allowed, String remedy) {
    return new MountException(
        new MountProblem(mount.source() + ":" + mount.target(), found, allowed, remedy));
  }
}
