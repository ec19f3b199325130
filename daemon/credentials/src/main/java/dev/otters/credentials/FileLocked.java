package dev.otters.credentials;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Work that one thread of one process at a time does.
 *
 * @param file is locked, and made if need be; it stays, since another may wait for it
 * @param attributes of a file that is made
 * @param patience how long others may take
 */
record FileLocked(Path file, FileAttribute<?> attributes, Duration patience) {
  /** Comes first: a file lock belongs to the whole JVM. */
  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

  private static final long PAUSE_MILLIS = 20;

  /** Work that may fail with an I/O error. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Waits for those before, and does the work.
   *
   * @throws IOException when they take too long, the thread is interrupted, or the work fails
   */
  <T> T run(Work<T> work) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    try {
      if (!IN_THIS_JVM.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw stuck();
      }
      try {
        return locked(work, end);
      } finally {
        IN_THIS_JVM.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the wait for " + file + " was interrupted", e);
    }
  }

  private <T> T locked(Work<T> work, long end) throws IOException, InterruptedException {
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, attributes);
        FileLock _ = lock(channel, end)) {
      return work.run();
    }
  }

  private FileLock lock(FileChannel channel, long end) throws IOException, InterruptedException {
    while (true) {
      @Nullable FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - end > 0) {
        throw stuck();
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private IOException stuck() {
    return new IOException(
        "another process has locked " + file + " for more than " + patience.toSeconds() + " s");
  }
}
