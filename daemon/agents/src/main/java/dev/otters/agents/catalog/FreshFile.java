package dev.otters.agents.catalog;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/** Writes files and folders of the daemon that the users of agents may read. */
final class FreshFile {
  private FreshFile() {}

  /**
   * Replaces a file atomically, if its bytes are others.
   *
   * @param fresh where the new file is written first, on the same disk
   */
  static void replace(Path place, byte[] bytes, Path fresh) throws IOException {
    boolean exists = Files.exists(place, LinkOption.NOFOLLOW_LINKS);
    if (exists && Arrays.equals(Files.readAllBytes(place), bytes)) {
      return;
    }
    Files.write(fresh, bytes);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
    if (exists && exchanged(fresh, place)) {
      Files.delete(fresh);
    } else {
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Returns whether two files took each other's place, which not every file system can do. */
  private static boolean exchanged(Path fresh, Path place) throws PosixException {
    try {
      Fd.exchange(fresh, place);
      return true;
    } catch (PosixException e) {
      if (e.is(Errno.EINVAL)) {
        return false;
      }
      throw e;
    }
  }

  static boolean isFolder(Path place) {
    return Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
  }

  /** Lets the users of agents read a folder, also one whose creation was cut off. */
  static void permit(Path folder) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
