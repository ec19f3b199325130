package dev.otters.resources.substrate;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.resources.substrate.FileVersion.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The tables of durable files. A version and its bytes never change. */
final class SubstrateRows {
  private static final String CURRENT =
      "SELECT v.* FROM substrate_files f JOIN substrate_versions v ON v.key = f.version WHERE"
          + " f.agent = ?";

  private SubstrateRows() {}

  /**
   * A new version.
   *
   * @param call the call that wrote it; empty for none
   */
  record Draft(
      FilePath path,
      Content content,
      Origin origin,
      Optional<Long> restored,
      String session,
      String call,
      Instant now) {}

  static Optional<FileVersion> current(Rows rows, UUID agent, FilePath path) {
    return rows.first(CURRENT + " AND f.path = ?", SubstrateRows::version, agent, path.toString());
  }

  static List<FileVersion> all(Rows rows, UUID agent) {
    return rows.list(CURRENT + " ORDER BY f.path", SubstrateRows::version, agent);
  }

  /** Returns the files of an agent whose copies on the disk are older. */
  static List<FileVersion> unwritten(Rows rows, UUID agent) {
    return rows.list(CURRENT + " AND NOT f.written ORDER BY f.path", SubstrateRows::version, agent);
  }

  /** Returns the other files of an agent, which have copies on the disk unless they are damaged. */
  static List<FileVersion> copied(Rows rows, UUID agent) {
    return rows.list(CURRENT + " AND f.written ORDER BY f.path", SubstrateRows::version, agent);
  }

  /** Returns the agents with files whose copies are older. */
  static List<UUID> unwritten(Rows rows) {
    return rows.list(
        "SELECT DISTINCT agent FROM substrate_files WHERE NOT written", row -> row.uuid("agent"));
  }

  static List<FileVersion> versions(Rows rows, UUID agent, FilePath path, int limit) {
    return rows.list(
        "SELECT * FROM substrate_versions WHERE agent = ? AND path = ? ORDER BY key DESC LIMIT ?",
        SubstrateRows::version,
        agent,
        path.toString(),
        limit);
  }

  static Optional<FileVersion> find(Rows rows, UUID agent, long id) {
    return rows.first(
        "SELECT * FROM substrate_versions WHERE agent = ? AND key = ?",
        SubstrateRows::version,
        agent,
        id);
  }

  /** Returns what a call wrote before; empty if it wrote nothing. */
  static List<FileVersion> ofCall(Rows rows, UUID agent, String call) {
    return rows.list(
        "SELECT * FROM substrate_versions WHERE agent = ? AND call = ? AND call <> '' ORDER BY key",
        SubstrateRows::version,
        agent,
        call);
  }

  static Content content(Rows rows, UUID agent, FileVersion version) {
    return rows.first(
            "SELECT content FROM substrate_blobs WHERE agent = ? AND sha256 = ?",
            row -> Content.of(row.bytes("content")),
            agent,
            version.sha256())
        .orElseThrow();
  }

  /** Returns the first bytes of a version. SQLite makes NULL of a part of no bytes. */
  static Content beginning(Rows rows, UUID agent, FileVersion version, int most) {
    return rows.first(
            "SELECT COALESCE(substr(content, 1, ?), x'') AS content FROM substrate_blobs WHERE"
                + " agent = ? AND sha256 = ?",
            row -> Content.of(row.bytes("content")),
            most,
            agent,
            version.sha256())
        .orElseThrow();
  }

  /** Returns whether an agent has or had files. */
  static boolean any(Rows rows, UUID agent) {
    return rows.any("SELECT 1 FROM substrate_versions WHERE agent = ? LIMIT 1", agent);
  }

  /** Adds a version, makes it the file's, and deletes versions that are too old. */
  static FileVersion add(Tx tx, UUID agent, Draft draft) {
    String path = draft.path().toString();
    String hash = draft.content().sha256();
    tx.execute(
        "INSERT INTO substrate_blobs(agent, sha256, content) VALUES(?, ?, ?) ON CONFLICT DO"
            + " NOTHING",
        agent,
        hash,
        draft.content().bytes());
    tx.execute(
        "INSERT INTO substrate_versions(agent, path, sha256, bytes, origin, restored, author,"
            + " session, call, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        agent,
        path,
        hash,
        draft.content().size(),
        draft.origin(),
        draft.restored(),
        tx.author().orElse(""),
        draft.session(),
        draft.call(),
        draft.now());
    FileVersion added = versions(tx, agent, draft.path(), 1).getFirst();
    tx.execute(
        "INSERT INTO substrate_files(agent, path, version, written) VALUES(?, ?, ?, FALSE) ON"
            + " CONFLICT DO UPDATE SET version = excluded.version, written = FALSE",
        agent,
        path,
        added.id());
    prune(tx, agent, path);
    return added;
  }

  private static void prune(Tx tx, UUID agent, String path) {
    List<FileVersion> old =
        tx.list(
            "SELECT * FROM substrate_versions WHERE agent = ? AND path = ? ORDER BY key DESC LIMIT"
                + " -1 OFFSET ?",
            SubstrateRows::version,
            agent,
            path,
            SubstrateLimits.VERSIONS);
    for (FileVersion version : old) {
      tx.execute("DELETE FROM substrate_versions WHERE key = ?", version.id());
      tx.execute(
          "DELETE FROM substrate_blobs WHERE agent = ?1 AND sha256 = ?2 AND NOT EXISTS(SELECT 1"
              + " FROM substrate_versions WHERE agent = ?1 AND sha256 = ?2)",
          agent,
          version.sha256());
    }
  }

  /** Notes that the copy of a file on the disk is this version, unless there is a newer one. */
  static void written(Tx tx, UUID agent, FileVersion version) {
    tx.execute(
        "UPDATE substrate_files SET written = TRUE WHERE agent = ? AND path = ? AND version = ?",
        agent,
        version.path().toString(),
        version.id());
  }

  /** Notes that the copy of a file on the disk is no longer right. */
  static void damaged(Tx tx, UUID agent, FileVersion version) {
    tx.execute(
        "UPDATE substrate_files SET written = FALSE WHERE agent = ? AND path = ? AND version = ?",
        agent,
        version.path().toString(),
        version.id());
  }

  /** Forgets a file, but not its versions. */
  static void remove(Tx tx, UUID agent, FileVersion version) {
    tx.execute(
        "DELETE FROM substrate_files WHERE agent = ? AND path = ? AND version = ?",
        agent,
        version.path().toString(),
        version.id());
  }

  private static FileVersion version(Row row) {
    return new FileVersion(
        row.number("key"),
        FilePath.stored(row.text("path")),
        row.text("sha256"),
        row.number("bytes"),
        row.constant("origin", Origin.class),
        row.maybeNumber("restored").stream().boxed().findFirst(),
        row.text("author"),
        row.text("session"),
        row.time("created_at"));
  }
}
