package dev.otters.oci.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes files atomically: after a crash a file is complete or unchanged. */
final class Durable {
  private static final String UNFINISHED = ".new-";

  private Durable() {}

  /** Replaces {@code file} with {@code content} through a temporary sibling, fsync and rename. */
  static void replace(Path file, byte[] content) throws IOException {
    Path temporary = file.resolveSibling(UNFINISHED + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
          channel.write(rest);
        }
        channel.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
    syncFolder(file.resolveSibling("").toAbsolutePath());
  }

  /**
   * Removes temporary files that a killed process left in {@code folder}. The caller must be the
   * only writer.
   */
  static void removeUnfinished(Path folder) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, UNFINISHED + "*")) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Makes the names in {@code folder} durable. */
  static void syncFolder(Path folder) throws IOException {
    sync(folder, StandardOpenOption.READ);
  }

  /** Makes the content of a file durable. */
  static void sync(Path file, StandardOpenOption mode) throws IOException {
    try (FileChannel channel = FileChannel.open(file, mode)) {
      channel.force(true);
    }
  }
}
