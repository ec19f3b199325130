package dev.otters.agents.catalog;

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
    if (!Files.exists(place) || !Arrays.equals(Files.readAllBytes(place), bytes)) {
      Files.write(fresh, bytes);
      Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
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
