package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.protocol.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The event logs of all sessions. An event is appended once per id, numbered without gaps and
 * announced once durable.
 */
record EventLog(Time time, Streams streams) {
  /** The size of a page in bytes of event bodies; a page has at least one event. */
  static final int PAGE_BYTES = 1024 * 1024;

  /** The condition of the index of pending messages. Without it, a query reads the whole log. */
  static final String PENDING = "type = '" + EventType.USER_MESSAGE + "' AND processed_at IS NULL";

  /**
   * An event to append. Only a user's message starts as pending.
   *
   * @param given the author's id, which makes a repeated append harmless; empty for the daemon's
   *     own events
   */
  record Draft(Optional<String> given, EventType type, Optional<ActivationRow> turn, String body) {
    static Draft own(Optional<ActivationRow> turn, EventType type, String body) {
      return new Draft(Optional.empty(), type, turn, body);
    }

    boolean pending() {
      return type == EventType.USER_MESSAGE;
    }
  }

  /**
   * The position of an event.
   *
   * @param fresh false if the event had been appended before
   */
  record Place(long seq, boolean fresh) {}

  /**
   * Appends the event, or finds its earlier position if it was appended before.
   *
   * @throws SessionException with {@code CONFLICT} if the id belongs to another event
   */
  Place append(Tx tx, long session, Draft draft) {
    Optional<SessionEvent> earlier = draft.given().flatMap(id -> find(tx, session, id));
    if (earlier.isPresent()) {
      return same(earlier.get(), draft);
    }
    Instant now = time.now();
    long seq =
        tx.number(
            "UPDATE sessions SET last_seq = last_seq + 1, updated_at = ? WHERE key = ? RETURNING"
                + " last_seq AS n",
            now,
            session);
    tx.execute(
        "INSERT INTO events(session, seq, id, type, turn, activation, fence, created_at,"
            + " processed_at, body) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        session,
        seq,
        draft.given().orElseGet(() -> UUID.randomUUID().toString()),
        draft.type().toString(),
        draft.turn().map(ActivationRow::turn),
        draft.turn().map(ActivationRow::id),
        draft.turn().map(ActivationRow::fence),
        now,
        draft.pending() ? null : now,
        draft.body());
    boolean saidByAgent = draft.type() == EventType.AGENT_MESSAGE;
    tx.afterCommit(() -> streams.committed(session, seq, saidByAgent));
    return new Place(seq, true);
  }

  private static Optional<SessionEvent> find(Tx tx, long session, String id) {
    return tx.first(
        "SELECT * FROM events WHERE session = ? AND id = ?", EventLog::event, session, id);
  }

  /** Returns whether a session has an event. */
  boolean has(Rows rows, long session, String id) {
    return rows.any("SELECT 1 FROM events WHERE session = ? AND id = ?", session, id);
  }

  /** Returns how an attempt ended, of which the end is stored. */
  Outcome.Kind outcome(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT body FROM events WHERE session = ? AND activation = ? AND fence = ? AND type ="
                + " ? ORDER BY seq DESC LIMIT 1",
            row -> Bodies.read(row.text("body")).path("outcome").asString(),
            turn.session(),
            turn.id(),
            turn.ackedFence(),
            EventType.TURN_FINISHED.toString())
        .map(name -> Outcome.Kind.valueOf(name.toUpperCase(Locale.ROOT)))
        .orElse(Outcome.Kind.FAILED);
  }

  /** Returns a page of the events after one number and up to another. */
  List<SessionEvent> between(Rows rows, long session, long after, long upTo, int limit) {
    return rows.list(
        "SELECT * FROM events WHERE session = ? AND seq > ? AND seq <= (SELECT max(seq) FROM"
            + " (SELECT seq, size, sum(size) OVER (ORDER BY seq) AS total FROM (SELECT seq,"
            + " octet_length(body) AS size FROM events WHERE session = ? AND seq > ? AND seq <= ?"
            + " ORDER BY seq LIMIT ?)) WHERE total - size < ?) ORDER BY seq",
        EventLog::event,
        session,
        after,
        session,
        after,
        upTo,
        limit,
        PAGE_BYTES);
  }

  /**
   * Assigns all unclaimed messages to this turn and returns the ids of the messages that it
   * answers.
   */
  List<String> claim(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET activation = ?, turn = ? WHERE session = ? AND "
            + PENDING
            + " AND activation IS NULL",
        turn.id(),
        turn.turn(),
        turn.session());
    return tx.list(
        "SELECT id FROM events WHERE session = ? AND "
            + PENDING
            + " AND activation = ? ORDER BY seq",
        row -> row.text("id"),
        turn.session(),
        turn.id());
  }

  void processed(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET processed_at = ? WHERE session = ? AND "
            + PENDING
            + " AND activation = ?",
        time.now(),
        turn.session(),
        turn.id());
  }

  boolean hasPending(Rows rows, long session) {
    return rows.any("SELECT 1 FROM events WHERE session = ? AND " + PENDING, session);
  }

  static SessionEvent event(Row row) {
    return new SessionEvent(
        row.number("seq"),
        row.text("id"),
        type(row),
        row.maybeText("turn"),
        row.time("created_at"),
        row.text("body"));
  }

  /** Returns the type of an event; an unknown type means that the database is damaged. */
  static EventType type(Row row) {
    String name = row.text("type");
    return EventType.named(name).orElseThrow(() -> StoreException.unknown("type", name));
  }

  private static Place same(SessionEvent earlier, Draft draft) {
    if (earlier.type() != draft.type() || !earlier.body().equals(draft.body())) {
      throw SessionException.conflict(earlier.id());
    }
    return new Place(earlier.seq(), false);
  }
}
