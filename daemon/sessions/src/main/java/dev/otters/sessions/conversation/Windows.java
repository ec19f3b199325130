package dev.otters.sessions.conversation;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.conversation.Summaries.Summary;
import dev.otters.sessions.conversation.TurnContext.Window;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.Extent;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Chooses the part of a conversation that a turn sees: the newest whole turns within a limit. The
 * start moves in steps of half the limit, so that the requests of many turns begin with the same
 * text, which vendors and local models then need not read again.
 */
public final class Windows {
  /** The size of a window in bytes of event bodies. The turn itself always belongs to it. */
  public static final long MAX_BYTES = 1024 * 1024;

  /** The limit on events of a window. */
  static final int MAX_EVENTS = 5000;

  /** The largest limit of a request: a turn may grow to twice the window. */
  public static final long MAX_REQUEST = 2 * MAX_BYTES;

  /** The smallest limit of a request: less would not hold a conversation. */
  static final long LEAST_REQUEST = 4 * 1024;

  /** The bytes of a request that a token stands for, carefully. English has about four. */
  private static final int BYTES_PER_TOKEN = 3;

  /** The turns after which a session may send twice of what its model took. */
  public static final int TURNS_TO_DOUBLE = 20;

  private Windows() {}

  /** The start of a window: whole turns, from one on. */
  private record Start(long activation, long seq) {
    static Start of(Row row) {
      return new Start(row.number("key"), row.number("seq"));
    }
  }

  /**
   * Returns the window of an attempt that was just leased, of half a request at its start.
   *
   * @param memory the limit on messages, and whether a summary comes before the window
   */
  public static Window of(Rows rows, ActivationRow turn, Memory memory, long request) {
    String note = OpenCalls.note(rows, turn, request);
    Start start = start(rows, turn, memory, request);
    if (!memory.summarizes()) {
      return new Window(start.activation(), start.seq(), request, note, 0, false);
    }
    Optional<Summary> summary = Summaries.newest(rows, turn.session());
    long summarized = summary.map(Summary::next).orElse(1L);
    long event = summary.map(Summary::seq).orElse(0L);
    if (start.seq() > summarized) {
      boolean due = start.seq() > givenUp(rows, turn);
      return new Window(start.activation(), start.seq(), request, note, event, due);
    }
    Start rest = summary.flatMap(it -> at(rows, turn, it.next())).orElse(start);
    return new Window(rest.activation(), rest.seq(), request, note, event, false);
  }

  private static long givenUp(Rows rows, ActivationRow turn) {
    return rows.number("SELECT not_summarized AS n FROM sessions WHERE key = ?", turn.session());
  }

  private static Start start(Rows rows, ActivationRow turn, Memory memory, long request) {
    Extent extent = Extent.of(rows, turn.session());
    long dropped = Extent.excess(extent.bytes(), request / 2);
    long skipped = Extent.excess(extent.lastSeq(), MAX_EVENTS);
    long counted = beyond(rows, turn, memory.maxMessages());
    if (dropped == 0 && skipped == 0 && counted == 0) {
      return new Start(0, 0);
    }
    long kept = dropped == 0 ? 1 : extent.after(rows, dropped);
    long from = Math.max(Math.max(skipped, counted) + 1, kept);
    return rows.first(
            "SELECT a.key, m.seq FROM events m INDEXED BY events_of_users JOIN activations a ON"
                + " a.id = m.activation WHERE m.session = ? AND m.seq >= ? AND m."
                + EventLog.BEGINS
                + " AND NOT EXISTS (SELECT 1 FROM events e WHERE e.activation ="
                + " m.activation AND e."
                + EventLog.BEGINS
                + " AND e.seq < ?) ORDER BY m.seq LIMIT 1",
            Start::of,
            turn.session(),
            from,
            from)
        .orElseGet(() -> own(rows, turn));
  }

  /**
   * Returns how many events to skip, so that the rest has at most so many messages. It grows in
   * steps of half as many events, for the same reason as {@link Extent#excess}.
   */
  private static long beyond(Rows rows, ActivationRow turn, int messages) {
    if (messages == 0) {
      return 0;
    }
    long step = Math.max(1, messages / 2);
    long last =
        rows.number(
            "SELECT seq AS n FROM events WHERE session = ? AND type NOT IN ("
                + EventLog.SILENT_TYPES
                + ") ORDER BY seq DESC LIMIT 1 OFFSET ?",
            turn.session(),
            Math.min(messages, MAX_EVENTS));
    return Math.ceilDiv(last, step) * step;
  }

  /** Returns the start of a window of one turn only, which may not have begun. */
  private static Start own(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT a.key, m.seq FROM events m JOIN activations a ON a.id = m.activation WHERE"
                + " m.activation = ? AND m."
                + EventLog.BEGINS
                + " ORDER BY m.seq LIMIT 1",
            Start::of,
            turn.id())
        .orElseGet(() -> new Start(Long.MAX_VALUE, Extent.of(rows, turn.session()).lastSeq() + 1));
  }

  private static Optional<Start> at(Rows rows, ActivationRow turn, long message) {
    return rows.first(
        "SELECT a.key, m.seq FROM events m JOIN activations a ON a.id = m.activation WHERE"
            + " m.session = ? AND m.seq = ?",
        Start::of,
        turn.session(),
        message);
  }

  /**
   * Returns the limit on the conversation of a request in bytes: what the model's context takes
   * beside the prompt, and no more than the model took before. What it took counts twice for every
   * 20 turns since, because the next turns may have other texts.
   *
   * @param context the context of the model in tokens, if it is known
   */
  public static long request(Rows rows, ActivationRow turn, TurnSetup setup, OptionalInt context) {
    long whole =
        context.isPresent()
            ? (long) BYTES_PER_TOKEN * context.getAsInt() - setup.size()
            : MAX_REQUEST;
    int tokens = setup.settings().memory().maxTokens();
    long wanted = tokens == 0 ? whole : Math.min(whole, (long) BYTES_PER_TOKEN * tokens);
    long limit = Math.clamp(wanted, LEAST_REQUEST, MAX_REQUEST);
    return rows.first(
            "SELECT min(fits << min((turns - fits_turns) / ?, 20), ?) AS fits FROM sessions WHERE"
                + " key = ? AND fits_model = ?",
            row -> row.number("fits"),
            TURNS_TO_DOUBLE,
            limit,
            turn.session(),
            setup.settings().model())
        .orElse(limit);
  }

  /**
   * Halves the limit on the requests of a session, because its model refused one.
   *
   * @return the new limit, or 0 if a smaller request makes no sense
   */
  public static long shrink(Tx tx, ActivationRow turn, TurnContext context) {
    long sent = Transcripts.size(tx, turn.session(), context.window());
    long fits = Math.min(sent, context.window().request()) / 2;
    if (fits < LEAST_REQUEST) {
      return 0;
    }
    tx.execute(
        "UPDATE sessions SET fits = ?, fits_model = ?, fits_turns = turns WHERE key = ?",
        fits,
        context.settings().model(),
        turn.session());
    return fits;
  }
}
