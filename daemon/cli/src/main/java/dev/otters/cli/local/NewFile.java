package dev.otters.cli.local;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** A file that gets its name when it is complete, and then replaces an older one. */
public final class NewFile implements AutoCloseable {
  private static final String PREFIX = ".otters-save-";
  private static final String SUFFIX = ".part";
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  private final Path part;

  private NewFile(Path part) {
    this.part = part;
  }

  /** Creates a file without a name, and removes leftovers of killed commands. */
  public static NewFile in(Path folder) throws IOException {
    removeAbandoned(folder);
    return new NewFile(Files.createTempFile(folder, PREFIX, SUFFIX));
  }

  /** Opens the file; the caller closes it. */
  public OutputStream open() throws IOException {
    return Files.newOutputStream(part);
  }

  /** Gives the file its name. */
  public void become(Path file) throws IOException {
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes the file if it has no name yet. */
  @Override
  public void close() {
    try {
      var _ = Files.deleteIfExists(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void removeAbandoned(Path folder) throws IOException {
    if (!Files.isReadable(folder)) {
      return;
    }
    FileTime limit = FileTime.from(Instant.now().minus(ABANDONED));
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
      for (Path part : parts) {
        removeOlder(part, limit);
      }
    }
  }

  private static void removeOlder(Path part, FileTime limit) throws IOException {
    try {
      if (Files.getLastModifiedTime(part).compareTo(limit) < 0) {
        Files.delete(part);
      }
    } catch (FileSystemException _) {
      // The file has its name, is gone, or belongs to another user.
    }
  }
}
