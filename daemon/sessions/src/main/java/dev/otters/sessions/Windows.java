package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.TurnContext.Window;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Chooses the part of a conversation that a turn sees: the newest whole turns within a limit. */
final class Windows {
  /** The size of a window in bytes of event bodies. The turn itself always belongs to it. */
  static final long MAX_BYTES = 1024 * 1024;

  /** The limit on events of a window. */
  static final int MAX_EVENTS = 5000;

  /** The condition of the index of messages. Without it, a query reads the whole log. */
  private static final String MESSAGE = "type = '" + EventType.USER_MESSAGE + "'";

  private Windows() {}

  /** An event, as far as the choice needs it. */
  private record Entry(long seq, long activation, boolean message, long bytes) {
    static Entry of(Row row) {
      return new Entry(
          row.number("seq"), row.number("key"), row.flag("message"), row.number("bytes"));
    }
  }

  /** The events of one activation that were read. */
  private record Read(long first, int messages) {}

  /**
   * Returns the window of an attempt that was just leased. Reads at most {@link #MAX_EVENTS} sizes.
   */
  static Window of(Rows rows, ActivationRow turn) {
    List<Entry> newest =
        rows.list(
            "SELECT e.seq, a.key, e."
                + MESSAGE
                + " AS message, octet_length(e.body) AS bytes"
                + " FROM events e JOIN activations a ON a.id = e.activation WHERE e.session = ?"
                + " ORDER BY e.seq DESC LIMIT ?",
            Entry::of,
            turn.session(),
            MAX_EVENTS);
    NavigableMap<Long, Read> read = new TreeMap<>();
    long bytes = 0;
    for (Entry entry : newest) {
      bytes += entry.bytes();
      if (bytes > MAX_BYTES) {
        return cut(rows, turn, read, entry.activation());
      }
      read.merge(
          entry.activation(),
          new Read(entry.seq(), entry.message() ? 1 : 0),
          (earlier, more) -> new Read(more.first(), earlier.messages() + more.messages()));
    }
    return newest.size() < MAX_EVENTS
        ? new Window(0, 0)
        : cut(rows, turn, read, newest.getLast().activation());
  }

  /** Returns a window of the turns after one that does not fit, as far as they were read whole. */
  private static Window cut(
      Rows rows, ActivationRow turn, NavigableMap<Long, Read> read, long tooFar) {
    Window window = own(rows, turn);
    for (var newer : read.descendingMap().entrySet()) {
      if (newer.getKey() <= tooFar
          || newer.getValue().messages() < messages(rows, newer.getKey())) {
        return window;
      }
      window = new Window(newer.getKey(), Math.min(window.seq(), newer.getValue().first()));
    }
    return window;
  }

  private static Window own(Rows rows, ActivationRow turn) {
    return new Window(
        rows.number("SELECT key AS n FROM activations WHERE id = ?", turn.id()),
        rows.number(
            "SELECT min(seq) AS n FROM events WHERE activation = ? AND " + MESSAGE, turn.id()));
  }

  private static long messages(Rows rows, long activation) {
    return rows.number(
        "SELECT count(*) AS n FROM events WHERE "
            + MESSAGE
            + " AND activation = (SELECT id FROM activations WHERE key = ?)",
        activation);
  }
}
