package dev.otters.sessions.mirror;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A session that has a mirror, as the database knows it at a moment.
 *
 * @param folder the name of the agent, and of its folder
 */
record Mirrored(
    long key,
    UUID agent,
    String folder,
    SessionId id,
    Instant createdAt,
    Instant updatedAt,
    long lastSeq) {
  private static final String SELECT =
      "SELECT s.*, coalesce((SELECT name FROM agents WHERE agents.id = s.agent), s.agent) AS folder"
          + " FROM sessions s WHERE ";

  static final String SUFFIX = ".jsonl";

  /** The length of a file name that every file system takes, less that of the suffix. */
  private static final int LONGEST = 249;

  /** Returns the name of an agent's folder. */
  static String folder(Rows rows, UUID agent) {
    return rows.first("SELECT name FROM agents WHERE id = ?", row -> row.text("name"), agent)
        .orElse(agent.toString());
  }

  /** Returns the session of a key; empty if there is none any more. */
  static Optional<Mirrored> find(Rows rows, long key) {
    return rows.first(SELECT + "s.key = ?", Mirrored::of, key);
  }

  /** Returns the next sessions after a key. */
  static List<Mirrored> after(Rows rows, long key, int limit) {
    return rows.list(SELECT + "s.key > ? ORDER BY s.key LIMIT ?", Mirrored::of, key, limit);
  }

  /** Returns whether a folder may have a file: one of a session of the agent of that name. */
  static boolean exists(Rows rows, String folder, String file) {
    if (!file.endsWith(SUFFIX)) {
      return false;
    }
    String encoded = file.substring(0, file.length() - SUFFIX.length());
    String id = encoded.replace("%3A", ":").replace("%2E", ".");
    return rows.any(
            "SELECT 1 FROM sessions WHERE agent = coalesce((SELECT id FROM agents WHERE name = ?),"
                + " ?) AND id = ?",
            folder,
            folder,
            id)
        && file(new SessionId(id)).equals(file);
  }

  private static Mirrored of(Row row) {
    return new Mirrored(
        row.number("key"),
        row.uuid("agent"),
        row.text("folder"),
        new SessionId(row.text("id")),
        row.time("created_at"),
        row.time("updated_at"),
        row.number("last_seq"));
  }

  /**
   * Returns the name of a session's file: its id, with colons and a first dot percent-encoded. An
   * id of so many colons that this is too long for a file name keeps them.
   */
  static String file(SessionId id) {
    String dotted = id.value().replaceFirst("^[.]", "%2E");
    String encoded = dotted.replace(":", "%3A");
    return (encoded.length() <= LONGEST ? encoded : dotted) + SUFFIX;
  }

  /** Returns the place of the file in the folder of all mirrors. */
  String path() {
    return folder + "/" + file(id);
  }
}
