package dev.otters.executor.mounts;

import dev.otters.executor.SandboxUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The access that a user without capabilities and further groups has to a file or folder, by its
 * owner and mode bits. Access control lists do not count. Nor do the folders above, since a mount
 * begins at the file or folder itself.
 */
record Access(boolean readable, boolean writable) {
  private static final int FOLDER = 0040000;
  private static final int FORMAT = 0170000;

  static Access of(Path file, SandboxUser user) throws IOException {
    int mode = number(file, "mode");
    int bits = mode & 7;
    if (number(file, "uid") == user.uid()) {
      bits = mode >> 6 & 7;
    } else if (number(file, "gid") == user.gid()) {
      bits = mode >> 3 & 7;
    }
    return (mode & FORMAT) == FOLDER
        ? new Access((bits & 5) == 5, (bits & 3) == 3)
        : new Access((bits & 4) != 0, (bits & 2) != 0);
  }

  private static int number(Path file, String attribute) throws IOException {
    return (Integer) Objects.requireNonNull(Files.getAttribute(file, "unix:" + attribute));
  }
}
