package dev.otters.executor.unpack;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets one thread of one process at a time change a folder. A file lock belongs to a whole process,
 * so threads take a lock between them first.
 */
final class FolderLock {
  private static final Map<Path, Object> THREADS = new ConcurrentHashMap<>();

  private final Path file;
  private final Object threads;

  FolderLock(Path folder) {
    this.file = folder.toAbsolutePath().normalize().resolve(".lock");
    this.threads = THREADS.computeIfAbsent(file, _ -> new Object());
  }

  /** Work that may fail with an I/O error. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /** Runs {@code work} alone. An interrupt ends the wait with an error. */
  void alone(Work work) throws IOException {
    synchronized (threads) {
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IOException("the lock of " + file + " was lost");
        }
        work.run();
      }
    }
  }
}
