package dev.otters.executor.unpack;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unpacks images of the store into folders that can be bound into sandboxes, one for each manifest,
 * when they are first needed.
 *
 * <ul>
 *   <li>A folder contains the image's root file system as an engine would show it: layers in order,
 *       with whiteouts applied and links unchanged, but without devices, setuid bits and owners.
 *       Every user may read it; it is meant for read-only mounts.
 *   <li>Safe for any number of threads and processes on one folder: an image is unpacked once.
 *   <li>A folder is complete or missing, even after a crash. Each use compares it with its stamp,
 *       and unpacks it again after a change.
 * </ul>
 */
public final class UnpackedImages {
  private static final Logger LOG = LoggerFactory.getLogger(UnpackedImages.class);
  private static final Pattern WHOLE = Pattern.compile("[0-9a-f]{64}");
  private static final String NEW = ".new-";
  private static final String DAMAGED = ".damaged-";

  private final Path folder;
  private final OciStore store;
  private final StoredImages images;
  private final FolderLock lock;

  /**
   * Creates a cache of images.
   *
   * @param folder an absolute path, private to this user; created when it is first needed
   */
  public UnpackedImages(Path folder, OciStore store) {
    this.folder = folder;
    this.store = store;
    this.images = new StoredImages(store);
    this.lock = new FolderLock(folder);
  }

  /**
   * Returns the folder with an image's root file system.
   *
   * @param progress receives the progress of unpacked layers
   * @return an absolute path without links
   * @throws ExecutorException IMAGE when the store does not have the image, or not for this
   *     platform; when it is damaged or hostile; or when the disk is full
   */
  public Path folder(ImagePin image, Platform platform, Progress progress) {
    Digest manifest = images.resolve(image, platform);
    return StoredImages.usable(
        image,
        () -> {
          try {
            UnpackedTree tree = tree(manifest);
            if (!tree.isUntouched()) {
              lock.alone(() -> provide(tree, manifest, progress));
            }
            return tree.root();
          } catch (IOException e) {
            throw failure(image.ref(), e);
          }
        });
  }

  /**
   * Removes unfinished folders of a crash, and images that are no longer in the store. No sandbox
   * may have them mounted.
   *
   * @throws IOException when something cannot be removed; the message names it
   */
  public void sweep() throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      lock.alone(this::sweepAlone);
    }
  }

  private UnpackedTree tree(Digest manifest) throws IOException {
    if (!Files.exists(folder)) {
      Files.createDirectories(folder);
    }
    return new UnpackedTree(folder.toRealPath().resolve(manifest.hex()));
  }

  private void provide(UnpackedTree tree, Digest manifest, Progress progress) throws IOException {
    if (tree.isUntouched()) {
      return;
    }
    if (tree.exists()) {
      if (tree.isWhole()) {
        tree.stamp();
        return;
      }
      LOG.atWarn().addKeyValue("folder", tree.folder()).log("An unpacked image was changed");
      // Sandboxes may still run on it.
      move(tree.folder(), folder.resolve(DAMAGED + UUID.randomUUID()));
    }
    unpack(tree, manifest, progress);
  }

  private void unpack(UnpackedTree tree, Digest manifest, Progress progress) throws IOException {
    Path fresh =
        Files.createDirectory(
            tree.folder().resolveSibling(NEW + UUID.randomUUID()),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      new Unpacking(store, manifest).into(new UnpackedTree(fresh), progress);
      move(fresh, tree.folder());
    } catch (IOException | RuntimeException e) {
      removeAfter(fresh, e);
      throw e;
    }
    try (Fd parent = Fd.open(folder.toRealPath(), Open.FOLDER)) {
      parent.sync();
    }
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void removeAfter(Path fresh, Exception cause) {
    try {
      TreeRemover.remove(fresh);
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }

  private void sweepAlone() throws IOException {
    TreeRemover.sweep(folder);
    List<Path> entries;
    try (Stream<Path> listed = Files.list(folder)) {
      entries = listed.toList();
    }
    for (Path entry : entries) {
      String name = Objects.requireNonNull(entry.getFileName()).toString();
      boolean unfinished = name.startsWith(NEW) || name.startsWith(DAMAGED);
      boolean unknown = WHOLE.matcher(name).matches() && !store.contains(new Digest(name));
      if (unfinished || unknown) {
        TreeRemover.remove(entry);
      }
    }
  }

  /**
   * Returns the failure to read the files of an unpacked image.
   *
   * @param image the image's name
   * @param folder its root file system
   */
  public static ExecutorException unreadable(String image, Path folder, IOException cause) {
    return new ExecutorException(
        Reason.IMAGE,
        "cannot read the files of " + image + ": " + cause.getMessage(),
        "Remove " + folder + "; the daemon unpacks it again at the next start.",
        cause);
  }

  private ExecutorException failure(String ref, IOException e) {
    boolean full = e instanceof PosixException p && p.is(Errno.ENOSPC, Errno.EDQUOT);
    return new ExecutorException(
        Reason.IMAGE,
        "cannot unpack the image " + ref + (full ? ": the disk is full" : ": " + e.getMessage()),
        full
            ? "Free some disk space where " + folder + " is, and start the agent again."
            : "Check that the daemon's user may read and write "
                + folder
                + ", and start the agent again.",
        e);
  }
}
