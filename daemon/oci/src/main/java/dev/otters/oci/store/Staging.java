package dev.otters.oci.store;

import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The staging folders for new content, one per {@link Ingest}.
 *
 * <p>Each contains a locked file while its owner is alive, which distinguishes it from the remains
 * of a killed process.
 */
final class Staging {
  private static final String LOCK = "lock";

  /** Opening a lock file of this JVM would release its lock, so those are tracked by name. */
  private static final Set<Path> OF_THIS_JVM = ConcurrentHashMap.newKeySet();

  private final Layout layout;
  private final StoreLock lock;

  Staging(Layout layout, StoreLock lock) {
    this.layout = layout;
    this.lock = lock;
  }

  Ingest begin(OciStore store) {
    Folder folder =
        lock.alone(
            () -> {
              Path path = layout.staging().resolve(UUID.randomUUID().toString());
              Files.createDirectory(path);
              OF_THIS_JVM.add(path);
              FileChannel channel =
                  FileChannel.open(
                      path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
              channel.lock();
              return new Folder(path, channel, lock, ConcurrentHashMap.newKeySet());
            });
    return new Ingest(store, folder);
  }

  /** Removes the folders of killed processes. The caller must hold the store's lock. */
  void removeAbandoned() throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(layout.staging())) {
      for (Path folder : folders) {
        if (!OF_THIS_JVM.contains(folder) && isAbandoned(folder)) {
          removeFolder(folder);
        }
      }
    }
  }

  private static boolean isAbandoned(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
      return channel.tryLock() != null;
    } catch (NoSuchFileException _) {
      return true;
    }
  }

  private static void removeFolder(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  /**
   * One folder and the lock that shows that its owner is alive.
   *
   * @param written blobs that are not durable yet
   */
  record Folder(Path path, FileChannel channel, StoreLock storeLock, Set<Path> written)
      implements AutoCloseable {
    private static final String TEMPORARY = "new-";

    Path blob(String hex) {
      return path.resolve(hex);
    }

    Path temporary() {
      return path.resolve(TEMPORARY + UUID.randomUUID());
    }

    /** Turns a file of this folder into a finished blob. */
    void take(Path whole, Digest digest) throws IOException {
      Path blob = blob(digest.hex());
      Files.move(whole, blob, StandardCopyOption.REPLACE_EXISTING);
      written.add(blob);
    }

    /**
     * Makes the finished blobs durable. This happens at the end, since an archive may contain
     * thousands of blobs that no image needs.
     */
    void sync() throws IOException {
      for (Path blob : blobs()) {
        if (written.remove(blob)) {
          Durable.sync(blob, StandardOpenOption.WRITE);
        }
      }
    }

    List<Path> blobs() throws IOException {
      return Blobs.files(path);
    }

    /** Moves all finished blobs into the store. The caller must hold the store's lock. */
    void moveInto(Layout layout) throws IOException {
      for (Path file : blobs()) {
        Path target = layout.blob(Blobs.digest(file));
        if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(file);
        } else {
          if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            new Quarantine(layout).take(target);
          }
          checkNotDamaged(file, new Quarantine(layout));
          Files.move(file, target);
        }
      }
      Durable.syncFolder(layout.blobs());
    }

    /** A linked file of the store may have been found damaged meanwhile. */
    private static void checkNotDamaged(Path file, Quarantine quarantine) throws IOException {
      Digest digest = Blobs.digest(file);
      if (quarantine.knows(digest) && !Blobs.hash(file).equals(digest)) {
        throw new OciException(
            Reason.DIGEST_MISMATCH,
            "stored blob " + digest + " was found damaged meanwhile",
            "Try again to fetch it again.");
      }
    }

    /** Removes the folder under the store's lock, so that no process sees it half removed. */
    @Override
    public void close() {
      storeLock.alone(
          () -> {
            try (channel) {
              removeFolder(path);
              return path;
            } finally {
              OF_THIS_JVM.remove(path);
            }
          });
    }
  }
}
