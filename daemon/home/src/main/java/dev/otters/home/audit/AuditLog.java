package dev.otters.home.audit;

import dev.otters.home.store.Database;
import dev.otters.home.store.Row;
import dev.otters.home.time.Time;
import java.time.Instant;
import java.util.List;

/** The table {@code audit}, which keeps its newest rows. */
public record AuditLog(Database database, Time time) {
  private static final int KEPT = 100_000;

  /**
   * A row.
   *
   * @param action such as {@code vault.reveal}
   * @param subject the name of what it concerns
   * @param token the id of the token of the request
   */
  public record Entry(Instant at, String action, String subject, String token) {
    private static Entry of(Row row) {
      return new Entry(row.time("at"), row.text("action"), row.text("subject"), row.text("token"));
    }
  }

  /** Adds a row, which is on the disk when this returns. */
  public void add(String action, String subject, String token) {
    database.update(
        tx -> {
          tx.execute(
              "INSERT INTO audit(at, action, subject, token) VALUES(?, ?, ?, ?)",
              time.now(),
              action,
              subject,
              token);
          tx.execute("DELETE FROM audit WHERE key <= (SELECT MAX(key) FROM audit) - ?", KEPT);
        });
  }

  /** Returns the newest rows, the newest first. */
  public List<Entry> newest(int limit) {
    return database.read(
        rows -> rows.list("SELECT * FROM audit ORDER BY key DESC LIMIT ?", Entry::of, limit));
  }
}
