package dev.otters.executor.unpack;

import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.unpack.Fingerprint.Depth;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of one image in the cache: its files in {@code root}, and a stamp with their
 * fingerprints.
 *
 * @param folder named by the manifest's digest
 */
record UnpackedTree(Path folder) {
  static final String ROOT = "root";
  private static final Name STAMP = Name.of("stamp");
  private static final Name NEW_STAMP = Name.of("stamp.new");
  private static final int LONGEST_STAMP = 1024;

  Path root() {
    return folder.resolve(ROOT);
  }

  boolean exists() throws PosixException {
    try (Fd top = Fd.open(folder, Open.HANDLE)) {
      return top.stat().isFolder();
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT)) {
        return false;
      }
      throw e;
    }
  }

  /** Returns whether the files are unchanged, by their sizes and times. */
  boolean isUntouched() throws IOException {
    return matches(Depth.MARKS);
  }

  /** Returns whether the files have their original contents. */
  boolean isWhole() throws IOException {
    return matches(Depth.CONTENT);
  }

  private boolean matches(Depth depth) throws IOException {
    try (Fd top = Fd.open(folder, Open.FOLDER);
        Fd root = top.open(Name.of(ROOT), Open.FOLDER)) {
      Optional<String> wanted = stamped(top, depth);
      return wanted.isPresent() && line(root, depth).equals(wanted.get());
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP, Errno.EACCES)) {
        return false;
      }
      throw e;
    }
  }

  private static Optional<String> stamped(Fd top, Depth depth) throws IOException {
    try (Fd file = top.open(STAMP, Open.READ)) {
      byte[] bytes = file.input().readNBytes(LONGEST_STAMP);
      return new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(depth + " "))
          .findFirst();
    }
  }

  private static String line(Fd root, Depth depth) throws IOException {
    Digest print = Fingerprint.of(root, depth);
    return depth + " " + print;
  }

  /** Writes the stamp for the present files. */
  void stamp() throws IOException {
    try (Fd top = Fd.open(folder, Open.FOLDER);
        Fd root = top.open(Name.of(ROOT), Open.FOLDER)) {
      String text = line(root, Depth.MARKS) + "\n" + line(root, Depth.CONTENT) + "\n";
      removeUnfinished(top);
      try (Fd file = top.open(NEW_STAMP, Open.NEW_FILE)) {
        file.output().write(text.getBytes(StandardCharsets.UTF_8));
        file.sync();
      }
      top.move(NEW_STAMP, top, STAMP);
      top.sync();
    }
  }

  private static void removeUnfinished(Fd top) throws PosixException {
    try {
      top.removeFile(NEW_STAMP);
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        throw e;
      }
    }
  }
}
