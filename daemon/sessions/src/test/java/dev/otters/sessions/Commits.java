package dev.otters.sessions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commits in the write-ahead log of a database (https://sqlite.org/fileformat2.html#walformat).
 */
final class Commits {
  private static final int WAL_HEADER = 32;
  private static final int FRAME_HEADER = 24;

  private Commits() {}

  /** Returns the write-ahead log of a database. */
  static Path log(Path database) {
    return database.resolveSibling(database.getFileName() + "-wal");
  }

  /** Counts the frames of the write-ahead log that end a transaction. */
  static long count(Path database) throws IOException {
    return ends(database).size();
  }

  /** Returns the sizes that the write-ahead log had after each transaction. */
  static List<Integer> ends(Path database) throws IOException {
    Path file = log(database);
    ByteBuffer log = ByteBuffer.wrap(Files.readAllBytes(file));
    int page = log.getInt(8);
    long salt = log.getLong(16);
    List<Integer> ends = new ArrayList<>();
    for (int at = WAL_HEADER; at + FRAME_HEADER + page <= log.limit(); at += FRAME_HEADER + page) {
      if (log.getLong(at + 8) == salt && log.getInt(at + 4) != 0) {
        ends.add(at + FRAME_HEADER + page);
      }
    }
    return ends;
  }
}
