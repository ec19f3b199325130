package dev.otters.sessions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The commits in the write-ahead log of a database (https://sqlite.org/fileformat2.html#walformat).
 */
final class Commits {
  private static final int WAL_HEADER = 32;
  private static final int FRAME_HEADER = 24;

  private Commits() {}

  /** Counts the frames of the write-ahead log that end a transaction. */
  static long count(Path database) throws IOException {
    Path file = database.resolveSibling(database.getFileName() + "-wal");
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(file));
    int page = log.getInt(8);
    long salt = log.getLong(16);
    long commits = 0;
    for (int at = WAL_HEADER; at + FRAME_HEADER + page <= log.limit(); at += FRAME_HEADER + page) {
      commits += log.getLong(at + 8) == salt && log.getInt(at + 4) != 0 ? 1 : 0;
    }
    return commits;
  }
}
