package dev.otters.sessions.log;

import dev.otters.home.store.Rows;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the table {@code activation_journal}, which {@link ActivationRows} writes. */
public final class Journal {
  private static final String SELECT =
      "SELECT j.*, s.agent, s.id FROM activation_journal j CROSS JOIN sessions s ON s.key ="
          + " j.session WHERE ";

  private Journal() {}

  /**
   * The part of the journal to read.
   *
   * @param agent empty for the moves of all agents
   * @param session the key of the only session; empty for all
   * @param limit the most entries
   */
  public record Filter(Optional<UUID> agent, Optional<Long> session, int limit) {}

  /** Returns the entries before a number, the newest first. */
  public static List<JournalEntry> before(Rows rows, Filter filter, long seq) {
    return read(rows, filter, "j.seq < ?", seq, "DESC");
  }

  /** Returns the entries after a number, the oldest first. */
  public static List<JournalEntry> after(Rows rows, Filter filter, long seq) {
    return read(rows, filter, "j.seq > ?", seq, "ASC");
  }

  private static List<JournalEntry> read(
      Rows rows, Filter filter, String where, long seq, String order) {
    String whose = filter.agent().isPresent() ? "s.agent = ?" : "? IS NULL";
    String which = filter.session().isPresent() ? "j.session = ?" : "? IS NULL";
    return rows.list(
        SELECT
            + String.join(" AND ", where, whose, which)
            + " ORDER BY j.seq "
            + order
            + " LIMIT ?",
        JournalEntry::of,
        seq,
        filter.agent(),
        filter.session(),
        filter.limit());
  }

  /** Returns the number of the newest move; 0 if there is none. */
  public static long lastSeq(Rows rows) {
    return rows.number("SELECT max(seq) AS n FROM activation_journal");
  }

  /** Returns the newest moves of a session, the newest first. */
  public static List<JournalEntry> newest(Rows rows, long session, int limit) {
    Filter filter = new Filter(Optional.empty(), Optional.of(session), limit);
    return before(rows, filter, Long.MAX_VALUE);
  }
}
