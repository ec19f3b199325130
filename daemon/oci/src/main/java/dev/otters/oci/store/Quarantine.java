package dev.otters.oci.store;

import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;

/** The folder of a store for damaged content. Changes require the store's lock. */
record Quarantine(Layout layout) {

  /** Moves a file to quarantine, and replaces an older one of the same name. */
  void take(Path file) throws IOException {
    Files.createDirectories(layout.quarantine());
    Path target = layout.quarantine().resolve(file.getFileName() + "");
    remove(target);
    Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    Durable.syncFolder(layout.quarantine());
  }

  /**
   * Returns whether content with this digest was damaged once. It may have been fetched again
   * since.
   */
  boolean knows(Digest digest) {
    return Files.exists(layout.quarantine().resolve(digest.hex()));
  }

  Collected empty(boolean remove) throws IOException {
    Collected collected = Collected.NOTHING;
    if (!Files.isDirectory(layout.quarantine())) {
      return collected;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(layout.quarantine())) {
      for (Path file : files) {
        collected = collected.plus(attributes(file).size());
        if (remove) {
          remove(file);
        }
      }
    }
    return collected;
  }

  /** A folder can be in the place of a file. */
  static void remove(Path file) throws IOException {
    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> inside = Files.newDirectoryStream(file)) {
        for (Path entry : inside) {
          remove(entry);
        }
      }
    }
    Files.deleteIfExists(file);
  }

  private static BasicFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }
}
