package dev.otters.sessions.log;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;

/**
 * The size of a session's conversation. Each event knows the total up to it, so no part of a log is
 * added up.
 *
 * @param session the key of the session
 * @param lastSeq the number of its last event
 * @param bytes the size of all bodies that a model may see
 */
public record Extent(long session, long lastSeq, long bytes) {
  /** Returns the extent of a session. */
  public static Extent of(Rows rows, long session) {
    return rows.first(
            "SELECT key, last_seq, bytes FROM sessions WHERE key = ?", Extent::of, session)
        .orElseThrow();
  }

  /** Returns the extent of a session. */
  public static Extent of(Row row) {
    return new Extent(row.number("key"), row.number("last_seq"), row.number("bytes"));
  }

  /** Returns the extent up to an event. */
  public Extent at(Rows rows, long seq) {
    return new Extent(session, seq, total(rows, seq));
  }

  /** Returns the size of the events before one. */
  public long before(Rows rows, long seq) {
    return seq > 1 ? total(rows, seq - 1) : 0;
  }

  /** Returns the first event that begins after this many bytes. Reads 17 rows of 100,000. */
  public long after(Rows rows, long dropped) {
    long low = 1;
    long high = lastSeq;
    while (low < high) {
      long middle = (low + high) / 2;
      if (total(rows, middle) >= dropped) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low + 1;
  }

  private long total(Rows rows, long seq) {
    return rows.number("SELECT total AS n FROM events WHERE session = ? AND seq = ?", session, seq);
  }

  /**
   * Returns how much of a length to leave out, so that the rest is within a limit. It grows in
   * steps of half the limit: the beginning of the rest stays the same for a long time.
   */
  public static long excess(long length, long limit) {
    long step = Math.max(1, limit / 2);
    return length <= limit ? 0 : Math.ceilDiv(length - limit, step) * step;
  }
}
