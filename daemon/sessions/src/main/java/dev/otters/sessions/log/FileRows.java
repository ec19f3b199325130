package dev.otters.sessions.log;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;

/** The table {@code files}: what users sent with messages, once for each session, by SHA-256. */
public final class FileRows {
  /** The size of a part: no reader holds more of a file. */
  private static final int PART = 1 << 20;

  private FileRows() {}

  /** Stores a file of a session, unless it is there. */
  public static void put(Tx tx, long session, String sha256, byte[] bytes) {
    if (part(tx, session, sha256, 0).isPresent()) {
      return;
    }
    for (int from = 0; from < bytes.length; from += PART) {
      tx.execute(
          "INSERT INTO files(session, hash, part, body) VALUES(?, ?, ?, ?)",
          session,
          sha256,
          from / PART,
          Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PART)));
    }
  }

  /** Returns whether a session has a file. */
  public static boolean has(Rows rows, long session, String sha256) {
    return rows.any(
        "SELECT 1 FROM files WHERE session = ? AND hash = ? AND part = 0", session, sha256);
  }

  /** Writes a file, in many short readings of the database. */
  public static void write(Database database, long session, String sha256, OutputStream out)
      throws IOException {
    write(part -> database.read(rows -> part(rows, session, sha256, part)), sha256, out);
  }

  /** Writes a file. */
  public static void write(Rows rows, long session, String sha256, OutputStream out)
      throws IOException {
    write(part -> part(rows, session, sha256, part), sha256, out);
  }

  /** Returns a file as a whole. */
  public static byte[] read(Rows rows, long session, String sha256) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(rows, session, sha256, bytes);
    } catch (IOException e) {
      throw new IllegalStateException("memory takes all bytes", e);
    }
    return bytes.toByteArray();
  }

  private static void write(IntFunction<Optional<byte[]>> parts, String sha256, OutputStream out)
      throws IOException {
    Optional<byte[]> part = parts.apply(0);
    if (part.isEmpty()) {
      throw StoreException.unknown("file", sha256);
    }
    int next = 1;
    out.write(part.get());
    while (part.isPresent() && part.get().length == PART) {
      part = parts.apply(next++);
      if (part.isPresent()) {
        out.write(part.get());
      } else if (parts.apply(0).isEmpty()) {
        throw StoreException.unknown("file", sha256); // it was removed meanwhile
      }
    }
  }

  private static Optional<byte[]> part(Rows rows, long session, String sha256, int part) {
    return rows.first(
        "SELECT body FROM files WHERE session = ? AND hash = ? AND part = ?",
        row -> row.bytes("body"),
        session,
        sha256,
        part);
  }
}
