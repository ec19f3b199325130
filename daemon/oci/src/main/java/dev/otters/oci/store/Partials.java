package dev.otters.oci.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Partially fetched blobs, one file each. One thread of one process writes a file at a time, and
 * the next fetch resumes where an interrupted one stopped.
 *
 * <p>A file lock belongs to the whole JVM and is lost when any channel on the file is closed, so an
 * in-process lock is taken first.
 */
final class Partials {
  private static final Duration LONGEST_KEPT = Duration.ofDays(1);
  private static final long PAUSE_MILLIS = 50;

  /** The files that threads of this JVM hold; guarded by itself. */
  private static final Set<Path> IN_THIS_JVM = new HashSet<>();

  private final Path folder;

  Partials(Path folder) {
    this.folder = folder;
  }

  record Held(Path path, FileChannel channel) implements AutoCloseable {
    /** Releases the locks. The file stays. */
    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        leave(path);
      }
    }
  }

  /**
   * Waits until no other fetch of the blob is running. The file may contain the start of the blob.
   */
  Held hold(String hex) throws IOException, InterruptedException {
    Path path = folder.resolve(hex);
    enter(path);
    try {
      while (true) {
        Optional<FileChannel> channel = lock(path);
        if (channel.isPresent()) {
          return new Held(path, channel.get());
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      leave(path);
      throw e;
    }
  }

  private static void enter(Path path) throws InterruptedException {
    synchronized (IN_THIS_JVM) {
      while (!IN_THIS_JVM.add(path)) {
        IN_THIS_JVM.wait();
      }
    }
  }

  private static boolean tryEnter(Path path) {
    synchronized (IN_THIS_JVM) {
      return IN_THIS_JVM.add(path);
    }
  }

  private static void leave(Path path) {
    synchronized (IN_THIS_JVM) {
      IN_THIS_JVM.remove(path);
      IN_THIS_JVM.notifyAll();
    }
  }

  /** Removes files that are not being fetched and have not changed for a day. */
  void removeStale() throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    Instant oldest = Instant.now().minus(LONGEST_KEPT);
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
          removeUnlessHeld(file);
        }
      }
    } catch (NoSuchFileException _) {
      // Another fetch finished it; the next sweep sees the rest.
    }
  }

  /** Removes a file that is not being fetched; another fetch removes its own when it commits. */
  static void removeUnlessHeld(Path file) throws IOException {
    if (!tryEnter(file)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      @Nullable FileLock lock = channel.tryLock();
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException _) {
      // Another fetch has removed it.
    } finally {
      leave(file);
    }
  }

  /** Returns empty if another process holds the file or has just replaced it. */
  private Optional<FileChannel> lock(Path path) throws IOException {
    Files.createDirectories(folder);
    Object before = key(path);
    FileChannel channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      @Nullable FileLock lock = channel.tryLock();
      Object after = key(path);
      boolean created = before.equals("");
      if (lock != null && !after.equals("") && (created || after.equals(before))) {
        if (!created || channel.size() == 0) {
          return Optional.of(channel);
        }
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  private static Object key(Path path) throws IOException {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return key == null ? path : key;
    } catch (NoSuchFileException _) {
      return "";
    }
  }
}
