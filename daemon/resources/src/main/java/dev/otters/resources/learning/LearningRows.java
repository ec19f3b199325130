package dev.otters.resources.learning;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code learnings}. Beyond the limit, the oldest learning of an agent is dropped. */
public final class LearningRows {
  /** The limit on learnings of an agent. */
  public static final int MOST = 200;

  private LearningRows() {}

  /**
   * The turn that records.
   *
   * @param session the id of its session
   */
  public record Author(UUID agent, String session, String turn) {}

  /** Returns the learning of an agent that says the same; empty if there is none. */
  public static Optional<Learning> same(Rows rows, UUID agent, Lesson lesson) {
    return rows.first(
        "SELECT * FROM learnings WHERE agent = ? AND dedupe = ?",
        LearningRows::learning,
        agent,
        lesson.key());
  }

  /** Returns how many learnings a turn has recorded. */
  public static long ofTurn(Rows rows, Author author) {
    return rows.number(
        "SELECT count(*) AS n FROM learnings WHERE agent = ? AND turn = ?",
        author.agent(),
        author.turn());
  }

  /** Adds a learning. None may say the same. */
  public static Learning add(Tx tx, Author author, Lesson lesson, Instant now) {
    Learning added =
        tx.first(
                "INSERT INTO learnings(agent, dedupe, kind, title, detail, session, turn,"
                    + " recorded_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
                LearningRows::learning,
                author.agent(),
                lesson.key(),
                lesson.kind().name(),
                lesson.title(),
                lesson.detail(),
                author.session(),
                author.turn(),
                now)
            .orElseThrow();
    tx.execute(
        "DELETE FROM learnings WHERE agent = ? AND key <= (SELECT key FROM learnings WHERE agent ="
            + " ? ORDER BY key DESC LIMIT 1 OFFSET ?)",
        author.agent(),
        author.agent(),
        MOST);
    return added;
  }

  /**
   * Returns learnings of an agent, the newest first.
   *
   * @param kind empty for all kinds
   */
  public static List<Learning> newest(
      Rows rows, UUID agent, Optional<LearningKind> kind, int limit) {
    return rows.list(
        "SELECT * FROM learnings WHERE agent = ? AND kind = coalesce(?, kind) ORDER BY key DESC"
            + " LIMIT ?",
        LearningRows::learning,
        agent,
        kind.map(LearningKind::name),
        limit);
  }

  /** Returns all agents: one without learnings may have had some. */
  static List<UUID> agents(Rows rows) {
    return rows.list("SELECT id FROM agents", row -> row.uuid("id"));
  }

  /** Deletes a learning. Returns whether there was one. */
  static boolean delete(Tx tx, UUID agent, long id) {
    return tx.execute("DELETE FROM learnings WHERE agent = ? AND key = ?", agent, id) > 0;
  }

  private static Learning learning(Row row) {
    return new Learning(
        row.number("key"),
        new Lesson(row.constant("kind", LearningKind.class), row.text("title"), row.text("detail")),
        row.text("session"),
        row.time("recorded_at"));
  }
}
