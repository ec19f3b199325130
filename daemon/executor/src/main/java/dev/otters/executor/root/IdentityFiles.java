package dev.otters.executor.root;

import dev.otters.executor.SandboxUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes the files that tell programs in a sandbox who they are. */
public final class IdentityFiles {
  private IdentityFiles() {}

  /**
   * Writes {@code passwd}, {@code group} and an empty {@code resolv.conf}, readable for everybody.
   *
   * @param etc a folder that only the daemon can write to
   * @param user as the sandbox sees it
   * @throws IOException when a file cannot be written
   */
  public static void write(Path etc, SandboxUser user) throws IOException {
    String root = user.uid() == 0 ? "" : "root:x:0:0:root:/:/bin/false\n";
    String rootGroup = user.gid() == 0 ? "" : "root:x:0:\n";
    write(
        etc.resolve("passwd"),
        root + "agent:x:" + user.uid() + ":" + user.gid() + ":agent:/home:/bin/false\n");
    write(etc.resolve("group"), rootGroup + "agent:x:" + user.gid() + ":\n");
    write(etc.resolve("resolv.conf"), "# This sandbox has no network.\n");
  }

  private static void write(Path file, String text) throws IOException {
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.writeString(fresh, text);
    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-r--r--"));
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
