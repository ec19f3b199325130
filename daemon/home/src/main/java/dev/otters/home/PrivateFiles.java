package dev.otters.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;

/** Creates folders and files that only the daemon's user can read, from the first moment on. */
public final class PrivateFiles {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private PrivateFiles() {}

  /**
   * Creates a folder and its parents with mode 0700, or changes an existing one to that mode.
   *
   * @param folder the folder, not a symbolic link
   * @throws IOException when it cannot be created or is not a folder
   */
  public static void createFolder(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null && !Files.exists(parent)) {
      createFolder(parent);
    }
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw e;
      }
      Files.setPosixFilePermissions(folder, FOLDER);
    }
  }

  /**
   * Gives a file or folder to a user, unless he has it.
   *
   * @throws IOException when this process may not do that
   */
  public static void give(Path file, int uid, int gid) throws IOException {
    if (!Files.getAttribute(file, "unix:gid").equals(gid)) {
      Files.setAttribute(file, "unix:gid", gid);
    }
    if (!Files.getAttribute(file, "unix:uid").equals(uid)) {
      Files.setAttribute(file, "unix:uid", uid);
    }
  }

  /**
   * Creates a folder with mode 0700, or changes an existing one to that mode. Safe in a folder to
   * which other users can write, such as {@code /tmp}.
   *
   * @param folder the folder; its parent must exist
   * @param uid the user who must own it
   * @throws IOException when it cannot be created, is a link, or belongs to another user
   */
  static void createOwn(Path folder, int uid) throws IOException {
    if (Files.isSymbolicLink(folder)) {
      throw new IOException(folder + " is a link");
    }
    try {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(folder + " is not a folder", e);
      }
    }
    int owner = (Integer) Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (owner != uid) {
      throw new IOException(folder + " belongs to uid " + owner);
    }
    Files.setPosixFilePermissions(folder, FOLDER);
  }

  /** Returns the attribute that creates a file with mode 0600. */
  public static FileAttribute<Set<PosixFilePermission>> fileMode() {
    return PosixFilePermissions.asFileAttribute(FILE);
  }

  /**
   * Overwrites the content of a file in place and fills the rest with spaces. Needs no free space,
   * unless the file system copies on write. A crash may leave a mixture of both contents.
   *
   * @param content at most as long as the old content
   * @throws IOException when writing fails, also for lack of space to copy to
   */
  public static void overwrite(Path file, String content) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Files.size(file));
    bytes.put(content.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      bytes.put((byte) ' ');
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (bytes.flip(); bytes.hasRemaining(); ) {
        channel.write(bytes);
      }
      channel.force(false);
    }
  }

  /**
   * Creates a file with mode 0600, or replaces one. Readers see either the old or the new content,
   * also after a crash; what was written is on the disk when this returns.
   *
   * @param file where to write; its folder must exist
   * @throws IOException when writing fails; the old file then remains
   */
  public static void write(Path file, String content) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              fileMode())) {
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel names = FileChannel.open(file.resolveSibling(""))) {
        names.force(true);
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
