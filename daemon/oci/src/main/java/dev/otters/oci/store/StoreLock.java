package dev.otters.oci.store;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A lock that lets one thread of one process at a time change a store.
 *
 * <p>A file lock belongs to the whole JVM and is lost when any channel on the file is closed, so an
 * in-process lock per folder is taken first.
 */
final class StoreLock {
  private static final Map<Path, Object> IN_THIS_JVM = new ConcurrentHashMap<>();

  private final Path file;
  private final Object inThisJvm;

  StoreLock(Path file) {
    this.file = file;
    this.inThisJvm = IN_THIS_JVM.computeIfAbsent(file, path -> new Object());
  }

  /** Work that may fail with an I/O error. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /**
   * Runs {@code work} exclusively, in its own thread: an interrupt closes file channels, and must
   * not leave a change half done. Not reentrant.
   */
  <T> T alone(Work<T> work) {
    FutureTask<T> task = new FutureTask<>(() -> locked(work));
    Thread.ofVirtual().start(task);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw unwrapped(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private <T> T locked(Work<T> work) throws IOException {
    synchronized (inThisJvm) {
      try (FileChannel channel =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IOException("lock was lost");
        }
        return work.run();
      }
    }
  }

  private OciException unwrapped(ExecutionException failure) {
    return switch (failure.getCause()) {
      case OciException known -> known;
      case IOException io -> failure(file, io);
      case RuntimeException bug -> throw bug;
      case null, default -> throw new IllegalStateException(failure);
    };
  }

  /** Runs work in a folder of the store; throws {@link OciException} STORE if it fails. */
  static <T> T io(Path where, Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw failure(where, e);
    }
  }

  /** Words the exceptions whose messages are only file names. */
  private static String why(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      case NoSuchFileException missing -> missing.getFile() + " is missing";
      case NotDirectoryException file -> file.getFile() + " is not a folder";
      case FileAlreadyExistsException other -> other.getFile() + " is in the way";
      default -> String.valueOf(e.getMessage());
    };
  }

  static OciException failure(Path where, IOException e) {
    if (Room.isFull(e)) {
      return Room.full(where.resolveSibling(""), "the image store is not writable", e);
    }
    return new OciException(
        Reason.STORE,
        "cannot use the image store at " + where + ": " + why(e),
        "Check that the folder is writable and the disk is not full.",
        e);
  }
}
