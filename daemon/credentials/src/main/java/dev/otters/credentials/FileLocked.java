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
 * A critical section that one thread of one process can enter at a time.
 *
 * @param file the file to lock; created if it is missing, and never removed, since others may wait
 *     for it
 * @param attributes the attributes of a file that is created
 * @param patience how long to wait for the lock
 */
record FileLocked(Path file, FileAttribute<?> attributes, Duration patience) {
  /** Taken before the file lock, which belongs to the whole JVM. */
  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

  private static final long PAUSE_MILLIS = 20;

  /** A task that may fail with an I/O error. */
  @FunctionalInterface
  interface Task<T> {
    T run() throws IOException;
  }

  /**
   * Waits for the lock and runs the task.
   *
   * @throws IOException if the wait takes too long or is interrupted, or the task fails
   */
  <T> T run(Task<T> task) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    try {
      if (!IN_THIS_JVM.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw stuck();
      }
      try {
        return locked(task, end);
      } finally {
        IN_THIS_JVM.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the wait for " + file + " was interrupted", e);
    }
  }

  private <T> T locked(Task<T> task, long end) throws IOException, InterruptedException {
    Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, attributes);
        FileLock _ = lock(channel, end)) {
      return task.run();
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
        "another process has held the lock on "
            + file
            + " for more than "
            + patience.toSeconds()
            + " s");
  }
}
