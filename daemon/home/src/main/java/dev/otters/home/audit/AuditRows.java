package dev.otters.home.audit;

import dev.otters.home.audit.AuditLog.Entry;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The tables {@code audit}, with the newest writes, and {@code refusals}, with the newest refused
 * requests. A flood of one leaves the rows of the other alone.
 */
final class AuditRows {
  static final int MOST_WRITES = 100_000;
  static final int MOST_REFUSALS = 10_000;

  private static final long HOUR = Duration.ofHours(1).toMillis();

  private AuditRows() {}

  static long lastKey(Rows rows) {
    return rows.number("SELECT COALESCE(MAX(key), 0) AS n FROM audit");
  }

  /** Adds a write that has no status yet. */
  static void begin(Tx tx, long key, Instant at, AuditCall call) {
    tx.execute(
        "INSERT INTO audit(key, at, call, target, token, peer) VALUES(?, ?, ?, ?, ?, ?)",
        key,
        at,
        call.call(),
        call.target(),
        call.token(),
        call.peer());
    tx.execute("DELETE FROM audit WHERE key <= ?", key - MOST_WRITES);
  }

  static void end(Tx tx, long key, int status, Optional<String> target) {
    tx.execute(
        "UPDATE audit SET status = ?, target = COALESCE(?, target) WHERE key = ?",
        status,
        target,
        key);
  }

  static void refused(Tx tx, Instant at, AuditCall call, int status, long count) {
    tx.execute(
        "INSERT INTO refusals(hour, at, call, target, status, token, peer, count)"
            + " VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at,"
            + " count = count + excluded.count",
        at.toEpochMilli() / HOUR,
        at,
        call.call(),
        call.target(),
        status,
        call.token(),
        call.peer(),
        count);
    tx.execute(
        "DELETE FROM refusals WHERE key <= (SELECT MAX(key) FROM refusals) - ?", MOST_REFUSALS);
  }

  /** Returns the newest rows of both tables, the newest first. */
  static List<Entry> newest(Rows rows, int limit) {
    return rows.list(
        "SELECT * FROM (SELECT key, at, call, target, status, token, peer, 1 AS count FROM audit"
            + " ORDER BY key DESC LIMIT ?) UNION ALL SELECT * FROM (SELECT key, at, call, target,"
            + " status, token, peer, count FROM refusals ORDER BY at DESC LIMIT ?)"
            + " ORDER BY at DESC, key DESC LIMIT ?",
        AuditRows::entry,
        limit,
        limit,
        limit);
  }

  private static Entry entry(Row row) {
    return new Entry(
        row.time("at"),
        new AuditCall(row.text("call"), row.text("target"), row.text("token"), row.text("peer")),
        row.maybeNumber("status"),
        row.number("count"));
  }
}
