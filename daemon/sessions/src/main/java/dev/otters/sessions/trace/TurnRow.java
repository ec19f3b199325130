package dev.otters.sessions.trace;

import dev.otters.api.trace.TraceTurn;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A turn of a session, as the tables have it.
 *
 * @param key the key of its activation
 * @param context the hash of its context
 */
record TurnRow(
    long session,
    long key,
    String id,
    ActivationState state,
    Instant at,
    Optional<String> context,
    String message) {
  private static final int LONGEST_MESSAGE = 100;

  private static final String SELECT =
      "SELECT session, key, id, state, created_at, context, (SELECT"
          + " substr(json_extract(body, '$.text'), 1, "
          + LONGEST_MESSAGE
          + ") FROM events e INDEXED BY events_messages WHERE e.activation = a.id AND e."
          + EventLog.BEGINS
          + " ORDER BY seq LIMIT 1) AS message FROM activations a WHERE session = ?";

  private static TurnRow of(Row row) {
    return new TurnRow(
        row.number("session"),
        row.number("key"),
        row.text("id"),
        row.constant("state", ActivationState.class),
        row.time("created_at"),
        row.maybeText("context"),
        row.maybeText("message").orElse(""));
  }

  /** Returns the newest turns of a session, the newest first. */
  static List<TurnRow> newest(Rows rows, long session, int limit) {
    return rows.list(SELECT + " ORDER BY key DESC LIMIT ?", TurnRow::of, session, limit);
  }

  /**
   * Returns a turn.
   *
   * @param name its number, or its id
   * @throws SessionException with {@code NOT_FOUND}
   */
  static TurnRow named(Rows rows, long session, SessionId id, String name) {
    Optional<TurnRow> found =
        name.matches("[1-9]\\d{0,8}")
            ? rows.first(
                SELECT + " ORDER BY key LIMIT 1 OFFSET ?",
                TurnRow::of,
                session,
                Long.parseLong(name) - 1)
            : rows.first(SELECT + " AND id = ?", TurnRow::of, session, name);
    return found.orElseThrow(
        () -> SessionException.noTurn(id, name, count(rows, session, Long.MAX_VALUE)));
  }

  /** Returns how many turns a session has up to one. */
  static long count(Rows rows, long session, long upTo) {
    return rows.number(
        "SELECT count(*) AS n FROM activations WHERE session = ? AND key <= ?", session, upTo);
  }

  /**
   * Returns the turn with the sums of its requests.
   *
   * @param number its number in the session
   */
  TraceTurn summed(Rows rows, long number) {
    return rows.first(
            "SELECT count(*) AS requests, count(error) AS failed, coalesce(sum(request_size), 0)"
                + " AS size, coalesce(sum(took), 0) AS took, (SELECT model FROM traces WHERE"
                + " session = ? AND activation = ? ORDER BY key DESC LIMIT 1) AS model, (SELECT"
                + " coalesce(sum(input_tokens), 0) FROM ledger WHERE activation = ?) AS input,"
                + " (SELECT coalesce(sum(output_tokens), 0) FROM ledger WHERE activation = ?) AS"
                + " output FROM traces WHERE session = ? AND activation = ?",
            row ->
                new TraceTurn(
                    number,
                    id,
                    state.wireName(),
                    at,
                    row.maybeText("model").orElse(""),
                    row.number("requests"),
                    row.number("failed"),
                    row.number("size"),
                    row.number("input"),
                    row.number("output"),
                    row.number("took"),
                    message),
            session,
            id,
            id,
            id,
            session,
            id)
        .orElseThrow();
  }
}
