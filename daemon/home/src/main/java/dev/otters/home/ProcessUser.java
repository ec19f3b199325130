package dev.otters.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user of a process.
 *
 * @param gid the id of the user's group
 */
public record ProcessUser(int uid, int gid) {
  /** Returns the user of this process. */
  public static ProcessUser current() {
    Path self = Path.of("/proc/self");
    try {
      return new ProcessUser(
          (Integer) Files.getAttribute(self, "unix:uid"),
          (Integer) Files.getAttribute(self, "unix:gid"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the user of this process from " + self, e);
    }
  }

  /** Returns whether this is the superuser. */
  public boolean isRoot() {
    return uid == 0;
  }
}
