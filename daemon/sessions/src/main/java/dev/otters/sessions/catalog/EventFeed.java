package dev.otters.sessions.catalog;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The content of {@code event-feed.json}.
 *
 * @param count the number of all events
 * @param pending the number of messages that wait for a turn
 * @param events the newest ones, newest first
 */
record EventFeed(long count, long pending, List<Entry> events) {
  private static final int MOST = 32;

  /** The limit on the body of an event with a preview in bytes. */
  private static final int MOST_BODY = 16 << 10;

  /**
   * An event.
   *
   * @param preview the beginning of its text, or the name of its tool; empty for none, for long
   *     events, and in sessions that were created with grants
   */
  record Entry(
      long seq, String type, Optional<String> turn, Instant createdAt, Optional<String> preview) {
    static Entry of(Row row) {
      return new Entry(
          row.number("seq"),
          row.text("type"),
          row.maybeText("turn"),
          row.time("created_at"),
          row.maybeText("preview").map(CatalogFile::brief).filter(text -> !text.isEmpty()));
    }
  }

  static EventFeed of(Rows rows, long session, SessionView view) {
    boolean shown = !view.granted();
    return new EventFeed(
        view.lastSeq(),
        rows.number(
            "SELECT count(*) AS n FROM events INDEXED BY events_pending WHERE session = ? AND "
                + EventLog.PENDING,
            session),
        rows.list(
            "SELECT seq, type, turn, created_at, CASE WHEN ? AND octet_length(body) <= ? AND"
                + " json_valid(body) THEN substr(coalesce(body ->> '$.text', body ->> '$.name'),"
                + " 1, 500) END AS preview FROM events WHERE session = ? ORDER BY seq DESC LIMIT ?",
            Entry::of,
            shown,
            MOST_BODY,
            session,
            MOST));
  }
}
