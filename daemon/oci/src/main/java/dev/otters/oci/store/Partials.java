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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Blobs on their way into the store, one file each, which only one thread of one process writes at
 * a time. What a broken fetch leaves is where the next one goes on.
 *
 * <p>A file lock belongs to the whole JVM and is lost when any channel on the file is closed, so a
 * lock of this JVM comes first, one per file.
 */
final class Partials {
  private static final Duration LONGEST_KEPT = Duration.ofDays(1);
  private static final long PAUSE_MILLIS = 50;
  private static final Map<Path, ReentrantLock> IN_THIS_JVM = new ConcurrentHashMap<>();

  private final Path folder;

  Partials(Path folder) {
    this.folder = folder;
  }

  /** A file and the locks on it. */
  record Held(Path path, FileChannel channel, ReentrantLock inThisJvm) implements AutoCloseable {
    /** Gives the locks back; the file stays. */
    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        inThisJvm.unlock();
      }
    }
  }

  /** Waits until nobody else fetches the blob; the file may hold the start of it. */
  Held hold(String hex) throws IOException, InterruptedException {
    Path path = folder.resolve(hex);
    ReentrantLock inThisJvm = IN_THIS_JVM.computeIfAbsent(path, p -> new ReentrantLock());
    inThisJvm.lockInterruptibly();
    try {
      while (true) {
        Optional<FileChannel> channel = lock(path);
        if (channel.isPresent()) {
          return new Held(path, channel.get(), inThisJvm);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      inThisJvm.unlock();
      throw e;
    }
  }

  /** Removes what nobody fetches and nobody has touched for a day. */
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
    } catch (NoSuchFileException goneMeanwhile) {
      // Somebody else finished it; the next look sees the rest.
    }
  }

  private static void removeUnlessHeld(Path file) throws IOException {
    ReentrantLock inThisJvm = IN_THIS_JVM.computeIfAbsent(file, p -> new ReentrantLock());
    if (!inThisJvm.tryLock()) {
      return;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      @Nullable FileLock lock = channel.tryLock();
      if (lock != null) {
        Files.deleteIfExists(file);
      }
    } finally {
      inThisJvm.unlock();
    }
  }

  /** Empty when another process has it, or has just replaced it. */
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
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
