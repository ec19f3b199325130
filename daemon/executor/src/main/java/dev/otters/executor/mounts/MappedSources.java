package dev.otters.executor.mounts;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.MappedMounts;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.OwnerMap;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * The sources of binds with other owners, mounted on this machine for an engine that mounts them
 * into a sandbox. A sandbox keeps its mounts when the sources are unmounted.
 *
 * <p>Nothing here deletes a folder with content, so no file is ever deleted through a mount.
 */
public final class MappedSources {
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;

  /**
   * Uses a folder.
   *
   * @param folder a folder of the daemon alone, absolute; it may be missing
   */
  public MappedSources(Path folder) {
    this.folder = folder;
  }

  /**
   * Mounts the sources of a sandbox's binds that need other owners.
   *
   * @return all binds; those that need other owners have the mounts as their sources
   * @throws ExecutorException MOUNT when a source cannot be mounted, TAMPERED when it is another
   *     file now
   */
  public List<Bind> attach(UUID sandbox, List<Bind> binds) {
    List<Bind> attached = new ArrayList<>();
    for (Bind bind : binds) {
      Path place = folder.resolve(sandbox.toString()).resolve("" + attached.size());
      attached.add(bind.owners().map(owners -> attach(bind, place, owners)).orElse(bind));
    }
    return attached;
  }

  private static Bind attach(Bind bind, Path place, OwnerMap owners) {
    try (Fd source = Fd.open(bind.source(), Open.HANDLE)) {
      if (!source.stat().id().equals(bind.id())) {
        throw MountCheck.tampered(List.of(bind.target() + " is not " + bind.source()));
      }
      create(place, source.stat().isFolder());
      MappedMounts.attach(source, place, owners);
      return bind.at(place);
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.MOUNT,
          "cannot mount %s at %s with the owner %s: %s"
              .formatted(bind.source(), bind.target(), owners.user(), e.getMessage()),
          "Run the agent as the owner of the files with --user.",
          e);
    }
  }

  private static void create(Path place, boolean isFolder) throws IOException {
    Files.createDirectories(Objects.requireNonNull(place.getParent()), PRIVATE);
    if (isFolder) {
      Files.createDirectory(place, PRIVATE);
    } else {
      Files.createFile(place);
    }
  }

  /** Unmounts the sources of a sandbox. Does nothing when there are none. */
  public void detach(UUID sandbox) {
    detach(folder.resolve(sandbox.toString()));
  }

  /** Unmounts what an earlier daemon left behind. */
  public void sweep() {
    entries(folder).forEach(MappedSources::detach);
  }

  private static void detach(Path own) {
    try {
      for (Path place : entries(own)) {
        while (MappedMounts.detach(place)) {}
        Files.delete(place);
      }
      Files.deleteIfExists(own);
    } catch (IOException e) {
      throw failed(own, e);
    }
  }

  private static List<Path> entries(Path folder) {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
      found.forEach(entries::add);
    } catch (IOException e) {
      throw failed(folder, e);
    } catch (DirectoryIteratorException e) {
      throw failed(folder, Objects.requireNonNull(e.getCause()));
    }
    return entries;
  }

  private static ExecutorException failed(Path folder, IOException e) {
    return new ExecutorException(
        Reason.MOUNT,
        "cannot unmount the sources in " + folder + ": " + e.getMessage(),
        "Unmount what is there, and remove the empty folders.",
        e);
  }
}
