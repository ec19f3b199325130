package dev.otters.acceptance.crash;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/** Reads sessions from the file {@code daemon.db} of a home with plain SQL. */
record LogFile(Path home) {
  private static final JsonMapper JSON = new JsonMapper();

  /**
   * The state of a session.
   *
   * @param idle whether nothing waits for an answer and no turn is open
   */
  record Session(long key, String status, long last, boolean idle) {}

  private interface Query<T> {
    T of(ResultSet rows) throws SQLException;
  }

  /** Returns a session; empty if it does not exist. */
  Optional<Session> session(String id) {
    return query(
        """
        SELECT key, status, last_seq,
          NOT EXISTS (SELECT 1 FROM events e WHERE e.session = s.key AND e.processed_at IS NULL
            AND e.type IN ('user.message', 'wake.fired'))
          AND NOT EXISTS (SELECT 1 FROM activations a WHERE a.session = s.key
            AND a.state NOT IN ('ACKED', 'ABANDONED'))
          AND EXISTS (SELECT 1 FROM activations a WHERE a.session = s.key) AS idle
        FROM sessions s WHERE id = ?\
        """,
        id,
        rows ->
            rows.next()
                ? Optional.of(
                    new Session(
                        rows.getLong("key"),
                        rows.getString("status"),
                        rows.getLong("last_seq"),
                        rows.getBoolean("idle")))
                : Optional.<Session>empty());
  }

  /** Returns the events of a session, in the order of their numbers. */
  List<Entry> entries(String id) {
    return query(
        "SELECT e.* FROM events e JOIN sessions s ON s.key = e.session WHERE s.id = ? ORDER BY seq",
        id,
        LogFile::entries);
  }

  private static List<Entry> entries(ResultSet rows) throws SQLException {
    List<Entry> entries = new ArrayList<>();
    while (rows.next()) {
      String turn = rows.getString("activation");
      entries.add(
          new Entry(
              rows.getLong("seq"),
              rows.getString("id"),
              rows.getString("type"),
              turn == null ? "" : turn,
              rows.getLong("fence"),
              JSON.readTree(rows.getString("body"))));
    }
    return entries;
  }

  /** Returns the versions of the durable files of an agent, oldest first. */
  List<DurableFiles.Version> versions(String agent) {
    return query(
        """
        SELECT v.*, f.version IS NOT NULL AS current, COALESCE(f.written, FALSE) AS written
        FROM substrate_versions v
        LEFT JOIN substrate_files f ON f.agent = v.agent AND f.path = v.path AND f.version = v.key
        WHERE v.agent = ? ORDER BY v.key\
        """,
        agent,
        rows -> {
          List<DurableFiles.Version> versions = new ArrayList<>();
          while (rows.next()) {
            versions.add(
                new DurableFiles.Version(
                    rows.getLong("key"),
                    rows.getString("path"),
                    rows.getString("sha256"),
                    rows.getString("session"),
                    rows.getLong("restored"),
                    rows.getBoolean("current"),
                    rows.getBoolean("written")));
          }
          return versions;
        });
  }

  /**
   * Returns the drafts of a session, ordered by their paths.
   *
   * @param hash returns the hash of a draft by its path
   */
  List<DurableFiles.Draft> drafts(String session, UnaryOperator<String> hash) {
    return query(
        """
        SELECT d.* FROM substrate_drafts d JOIN sessions s ON s.key = d.session
        WHERE s.id = ? ORDER BY path\
        """,
        session,
        rows -> {
          List<DurableFiles.Draft> drafts = new ArrayList<>();
          while (rows.next()) {
            drafts.add(
                new DurableFiles.Draft(
                    rows.getString("path"),
                    rows.getString("target"),
                    rows.getString("source"),
                    hash.apply(rows.getString("path"))));
          }
          return drafts;
        });
  }

  /** Returns how many removed sessions still have folders. */
  long removals() {
    return query(
        "SELECT COUNT(*) FROM removed_sessions WHERE folder <> ?", "", rows -> rows.getLong(1));
  }

  private <T> T query(String sql, String session, Query<T> query) {
    String url = "jdbc:sqlite:file:" + home.resolve("daemon.db") + "?mode=ro";
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, session);
      return query.of(statement.executeQuery());
    } catch (SQLException e) {
      throw new AssertionError("cannot read daemon.db", e);
    }
  }
}
