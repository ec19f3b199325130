package dev.otters.resources.files;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.grant.Namespace;
import dev.otters.resources.grant.Scope;
import dev.otters.resources.provider.ResourceToolContext;
import java.util.List;
import java.util.Optional;

/** The tables of files. */
final class FileRows {
  private static final String SELECT =
      "SELECT key, namespace, path, bytes, sha256, agent, session, written_at FROM resource_files"
          + " WHERE ";

  private static final int MOST_READ = 1000;

  private FileRows() {}

  /** How much is stored. */
  record Extent(long files, long bytes) {}

  static Extent extent(Rows rows, Scope scope) {
    return rows.first(
            "SELECT count(*) AS n, COALESCE(sum(bytes), 0) AS bytes FROM resource_files WHERE "
                + scope.sql(),
            row -> new Extent(row.number("n"), row.number("bytes")),
            scope.with(List.of()))
        .orElseThrow();
  }

  static Optional<StoredFile> find(Rows rows, Namespace namespace, String path) {
    return rows.first(
        SELECT + "namespace = ? AND path = ?", FileRows::file, namespace.path(), path);
  }

  static Optional<StoredFile> find(Rows rows, long key) {
    return rows.first(SELECT + "key = ?", FileRows::file, key);
  }

  static boolean hasFolder(Rows rows, Namespace namespace, String path) {
    return rows.any(
        "SELECT 1 FROM resource_files WHERE namespace = ? AND path > ? AND path < ?",
        namespace.path(),
        path + "/",
        path + "0");
  }

  /** Returns the file with a path in the highest namespace below another one. */
  static Optional<StoredFile> highest(Rows rows, Namespace above, String path) {
    return rows.first(
        SELECT
            + "namespace > ? AND namespace < ? AND path = ? ORDER BY length(namespace), namespace",
        FileRows::file,
        above.path() + "/",
        above.path() + "0",
        path);
  }

  static String text(Rows rows, StoredFile file) {
    return rows.first(
            "SELECT text FROM resource_files WHERE key = ?", row -> row.text("text"), file.key())
        .orElseThrow();
  }

  /**
   * Returns files in the order of their namespaces and paths.
   *
   * @param folder the path of a file, or of the folder that has them; empty for all
   */
  static List<StoredFile> list(
      Rows rows, Scope scope, Optional<String> folder, long offset, int limit) {
    List<String> within =
        folder.map(path -> List.of(path, path + "/", path + "0")).orElse(List.of());
    return rows.list(
        SELECT
            + (within.isEmpty() ? "" : "(path = ? OR (path > ? AND path < ?)) AND ")
            + scope.sql()
            + " ORDER BY namespace, path LIMIT ? OFFSET ?",
        FileRows::file,
        scope.with(within, limit, offset));
  }

  /** Returns the files that were written last, the newest first. */
  static List<StoredFile> newest(Rows rows, Scope scope, int limit) {
    return rows.list(
        SELECT + scope.sql() + " ORDER BY written_at DESC, key DESC LIMIT ?",
        FileRows::file,
        scope.with(List.of(), limit));
  }

  /**
   * Returns the files with words of a query, in the order of their namespaces and paths. Only the
   * newest {@value #MOST_READ} of them are sorted.
   *
   * @param query from {@link dev.otters.resources.provider.Words#query}
   */
  static List<StoredFile> search(Rows rows, Scope scope, String query, int limit) {
    String within = scope.words().map(words -> query + " AND " + words).orElse(query);
    return rows.list(
        SELECT
            + "key IN (SELECT rowid FROM resource_file_words WHERE resource_file_words MATCH ?"
            + " ORDER BY rowid DESC LIMIT ?) AND "
            + scope.sql()
            + " ORDER BY namespace, path LIMIT ?",
        FileRows::file,
        scope.with(List.of(within, MOST_READ), limit));
  }

  static void add(
      Tx tx, Namespace namespace, String path, Content content, ResourceToolContext.Run author) {
    tx.execute(
        "INSERT INTO resource_files(namespace, path, text, bytes, sha256, agent, session,"
            + " activation, written_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
        namespace.path(),
        path,
        content.text(),
        content.bytes(),
        content.sha256(),
        author.agentId(),
        author.sessionId(),
        author.activationId(),
        author.now());
    index(tx, find(tx, namespace, path).orElseThrow(), content);
  }

  static void replace(Tx tx, StoredFile old, Content content, ResourceToolContext.Run author) {
    tx.execute(
        "UPDATE resource_files SET text = ?, bytes = ?, sha256 = ?, agent = ?, session = ?,"
            + " activation = ?, written_at = ? WHERE key = ?",
        content.text(),
        content.bytes(),
        content.sha256(),
        author.agentId(),
        author.sessionId(),
        author.activationId(),
        author.now(),
        old.key());
    tx.execute("DELETE FROM resource_file_words WHERE rowid = ?", old.key());
    index(tx, old, content);
  }

  private static void index(Tx tx, StoredFile file, Content content) {
    tx.execute(
        "INSERT INTO resource_file_words(rowid, path, text, scope) VALUES(?, ?, ?, ?)",
        file.key(),
        file.path(),
        content.text(),
        Scope.wordsOf(file.namespace()));
  }

  static void delete(Tx tx, StoredFile file) {
    delete(tx, file.key());
  }

  private static void delete(Tx tx, long key) {
    tx.execute("DELETE FROM resource_file_words WHERE rowid = ?", key);
    tx.execute("DELETE FROM resource_files WHERE key = ?", key);
  }

  /** Deletes some files, and returns how many. */
  static long delete(Tx tx, Scope scope, int limit) {
    List<Long> keys =
        tx.list(
            "SELECT key FROM resource_files WHERE " + scope.sql() + " LIMIT ?",
            row -> row.number("key"),
            scope.with(List.of(), limit));
    keys.forEach(key -> delete(tx, key));
    return keys.size();
  }

  private static StoredFile file(Row row) {
    return new StoredFile(
        row.number("key"),
        new Namespace(row.text("namespace")),
        row.text("path"),
        row.number("bytes"),
        row.text("sha256"),
        new StoredFile.Author(row.text("agent"), row.text("session")),
        row.time("written_at"));
  }
}
