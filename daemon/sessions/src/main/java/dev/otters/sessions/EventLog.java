package dev.otters.sessions;

import dev.otters.api.session.EventTypes;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The events of sessions: appended once by id, numbered without gaps, announced when they are
 * durable.
 */
final class EventLog {
  private final Time time;
  private final Streams streams;

  EventLog(Time time, Streams streams) {
    this.time = time;
    this.streams = streams;
  }

  /**
   * An event to be appended; whatever is not a user's message counts as processed at once.
   *
   * @param given the id by which its author may append it again; empty for what is the daemon's own
   */
  record Draft(Optional<String> given, String type, Optional<ActivationRow> turn, String body) {
    static Draft own(Optional<ActivationRow> turn, String type, String body) {
      return new Draft(Optional.empty(), type, turn, body);
    }

    boolean pending() {
      return type.equals(EventTypes.USER_MESSAGE);
    }
  }

  /**
   * Where an event stands.
   *
   * @param fresh false where the same event had been appended before
   */
  record Place(long seq, boolean fresh) {}

  /**
   * Appends the event, or finds it where the same one was appended before.
   *
   * @throws SessionException with {@code CONFLICT} if the id stands for something else
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
        draft.type(),
        draft.turn().map(ActivationRow::turn),
        draft.turn().map(ActivationRow::id),
        draft.turn().map(ActivationRow::fence),
        now,
        draft.pending() ? null : now,
        draft.body());
    boolean saidByAgent = draft.type().equals(EventTypes.AGENT_MESSAGE);
    tx.afterCommit(() -> streams.committed(session, seq, saidByAgent));
    return new Place(seq, true);
  }

  private static Optional<SessionEvent> find(Tx tx, long session, String id) {
    return tx.first(
        "SELECT * FROM events WHERE session = ? AND id = ?", EventLog::event, session, id);
  }

  List<SessionEvent> between(Rows rows, long session, long after, long upTo, int limit) {
    return rows.list(
        "SELECT * FROM events WHERE session = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?",
        EventLog::event,
        session,
        after,
        upTo,
        limit);
  }

  /**
   * Gives every message that no turn has taken up to this one and returns the ids of all that it
   * answers.
   */
  List<String> claim(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET activation = ?, turn = ? WHERE session = ? AND type = 'user.message' "
            + "AND processed_at IS NULL AND activation IS NULL",
        turn.id(),
        turn.turn(),
        turn.session());
    return tx.list(
        "SELECT id FROM events WHERE session = ? AND type = 'user.message' AND activation = ? ORDER"
            + " BY seq",
        row -> row.text("id"),
        turn.session(),
        turn.id());
  }

  void processed(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET processed_at = ? WHERE session = ? AND activation = ? AND processed_at"
            + " IS NULL",
        time.now(),
        turn.session(),
        turn.id());
  }

  boolean hasPending(Rows rows, long session) {
    return rows.any(
        "SELECT 1 FROM events WHERE session = ? AND type = 'user.message' AND processed_at IS NULL",
        session);
  }

  static SessionEvent event(Row row) {
    return new SessionEvent(
        row.number("seq"),
        row.text("id"),
        row.text("type"),
        row.maybeText("turn"),
        row.time("created_at"),
        row.text("body"));
  }

  private static Place same(SessionEvent earlier, Draft draft) {
    if (!earlier.type().equals(draft.type()) || !earlier.body().equals(draft.body())) {
      throw SessionException.conflict(earlier.id());
    }
    return new Place(earlier.seq(), false);
  }
}
