package dev.otters.oci.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Opens regular files inside one folder. Links are followed only inside the folder, and a link that
 * appears during the open is not followed.
 */
final class BuildContext {
  private final Path root;

  BuildContext(Path folder) throws IOException {
    this.root = folder.toRealPath();
  }

  /** A file of the build context that cannot be used. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  /** One open file. The caller closes it. */
  record Opened(InputStream stream, long size, boolean executable) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  /**
   * Opens a file.
   *
   * @param relative the path in the Agentfile, with {@code /}
   * @throws Refused if it is missing, not a regular file, or outside the folder
   */
  Opened open(String relative) throws Refused, IOException {
    Path real = inside(relative);
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(root)) {
      if (!(stream instanceof SecureDirectoryStream<Path> folder)) {
        throw new IOException("this file system cannot open files without following links");
      }
      return descend(folder, root.relativize(real));
    }
  }

  /**
   * Lists everything in a folder that is not a folder itself, at any depth; links are not followed.
   *
   * @return paths relative to the folder, sorted
   * @throws Refused if it is missing, not a folder, outside, or has more than {@code most} files
   */
  List<String> filesBelow(String relative, int most) throws Refused, IOException {
    Path folder = inside(relative);
    if (!Files.isDirectory(folder)) {
      throw new Refused("is a file, not a folder");
    }
    List<String> files;
    try (Stream<Path> walk = Files.walk(folder)) {
      files =
          walk.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
              .limit(most + 1L)
              .map(file -> folder.relativize(file).toString())
              .sorted()
              .toList();
    } catch (UncheckedIOException e) {
      throw new Refused("cannot be read: " + e.getMessage());
    }
    if (files.size() > most) {
      throw new Refused("has more than " + most + " files");
    }
    return files;
  }

  private Path inside(String relative) throws Refused, IOException {
    if (relative.startsWith("/") || relative.indexOf('\0') >= 0) {
      throw new Refused("must be a path inside the build context");
    }
    Path real = real(root.resolve(relative));
    if (!real.startsWith(root) || real.equals(root)) {
      throw new Refused("leads outside the build context");
    }
    return real;
  }

  private static Path real(Path path) throws Refused, IOException {
    try {
      return path.toRealPath();
    } catch (NoSuchFileException _) {
      throw new Refused("does not exist in the build context");
    } catch (FileSystemException e) {
      throw new Refused(
          "cannot be opened: " + Objects.requireNonNullElse(e.getReason(), "access is denied"));
    }
  }

  private static Opened descend(SecureDirectoryStream<Path> folder, Path path)
      throws Refused, IOException {
    if (path.getNameCount() > 1) {
      try (SecureDirectoryStream<Path> next =
          folder.newDirectoryStream(path.getName(0), LinkOption.NOFOLLOW_LINKS)) {
        return descend(next, path.subpath(1, path.getNameCount()));
      }
    }
    PosixFileAttributes attributes =
        folder
            .getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    if (!attributes.isRegularFile()) {
      throw new Refused(
          attributes.isDirectory() ? "is a folder, not a file" : "is not a regular file");
    }
    return new Opened(
        Channels.newInputStream(
            folder.newByteChannel(
                path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))),
        attributes.size(),
        attributes.permissions().contains(PosixFilePermission.OWNER_EXECUTE));
  }
}
