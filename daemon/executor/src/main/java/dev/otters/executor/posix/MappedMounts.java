package dev.otters.executor.posix;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Mounts with other owners than on the disk (id-mapped mounts). Needs root, and a kernel and file
 * systems with such mounts.
 */
public final class MappedMounts {
  private static final long DETACH = 0x02;
  private static final long NO_FOLLOW = 0x08;

  private MappedMounts() {}

  /**
   * Checks that the mounts at a file or folder and below it can have other owners.
   *
   * @throws IOException when kernel, file system or privileges do not permit it
   */
  public static void check(Fd source, OwnerMap owners) throws IOException {
    copy(source, owners).close();
  }

  /**
   * Mounts an open file or folder with all mounts below it, with other owners.
   *
   * @param target an existing file or folder
   * @throws IOException when kernel, file system or privileges do not permit it
   */
  public static void attach(Fd source, Path target, OwnerMap owners) throws IOException {
    try (Fd copy = copy(source, owners)) {
      copy.attach(target);
    }
  }

  /**
   * Removes what is mounted at a path and below it. Programs that use it keep it.
   *
   * @return whether something was mounted
   */
  public static boolean detach(Path target) throws PosixException {
    try {
      Fd.unmount(target, DETACH | NO_FOLLOW);
      return true;
    } catch (PosixException e) {
      if (e.is(Errno.EINVAL, Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }

  private static Fd copy(Fd source, OwnerMap owners) throws IOException {
    try (Fd namespace = namespace(owners)) {
      Fd copy = source.copyOfMounts();
      try {
        copy.mapOwners(namespace);
        return copy;
      } catch (PosixException e) {
        copy.close();
        throw e;
      }
    }
  }

  /** Creates a user namespace in a process of its own, which the namespace outlives. */
  private static Fd namespace(OwnerMap owners) throws IOException {
    Process process = new ProcessBuilder("unshare", "--user", "cat").start();
    try (OutputStream in = process.getOutputStream();
        InputStream out = process.getInputStream()) {
      in.write('\n');
      in.flush();
      if (out.read() < 0) {
        byte[] error = process.getErrorStream().readNBytes(500);
        throw new IOException(
            "no user namespace: " + new String(error, StandardCharsets.UTF_8).strip());
      }
      Path folder = Path.of("/proc", "" + process.pid());
      String uid = owners.owner().uid() + " " + owners.user().uid() + " 1";
      String gid = owners.owner().gid() + " " + owners.user().gid() + " 1";
      Files.writeString(folder.resolve("uid_map"), uid);
      Files.writeString(folder.resolve("gid_map"), gid);
      return Fd.openUserNamespaceOf(process.pid());
    } finally {
      process.destroyForcibly();
    }
  }
}
