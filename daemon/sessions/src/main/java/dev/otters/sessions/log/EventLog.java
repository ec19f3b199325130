package dev.otters.sessions.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The event logs of all sessions. An event is appended once per id, numbered without gaps and
 * announced once durable.
 */
public record EventLog(Time time, Streams streams) {
  /** The size of a page in bytes of event bodies; a page has at least one event. */
  public static final int PAGE_BYTES = 1024 * 1024;

  /** The events that begin a turn, or wait for the next one. */
  private static final Set<EventType> BEGINNING =
      EnumSet.of(EventType.USER_MESSAGE, EventType.WAKE_FIRED);

  /** The condition of the indexes of these events. Without it, a query reads the whole log. */
  public static final String BEGINS = "type IN (" + sql(BEGINNING) + ")";

  /** The condition of the index of those that wait. */
  public static final String PENDING = BEGINS + " AND processed_at IS NULL";

  /** The events that are not part of a conversation: no model sees them. */
  public static final Set<EventType> SILENT =
      EnumSet.of(
          EventType.USER_INTERRUPT,
          EventType.APPROVAL_REQUESTED,
          EventType.APPROVAL_GRANTED,
          EventType.APPROVAL_DENIED,
          EventType.APPROVAL_EXPIRED,
          EventType.USER_DEFINE_OUTCOME,
          EventType.USER_OUTCOME_VERDICT,
          EventType.USER_OUTCOME_OVERRIDE,
          EventType.WAKE_SCHEDULED,
          EventType.WAKE_CANCELLED,
          EventType.TURN_STARTED,
          EventType.TURN_FINISHED,
          EventType.STATUS_CHANGED,
          EventType.COMPACTED,
          EventType.ERROR);

  /** Returns whether events of a type begin a turn, or wait for the next one. */
  public static boolean begins(EventType type) {
    return BEGINNING.contains(type);
  }

  /** The names of these types, as a list of SQL. */
  public static final String SILENT_TYPES = sql(SILENT);

  private static String sql(Set<EventType> types) {
    return types.stream().map(type -> "'" + type + "'").collect(Collectors.joining(", "));
  }

  /**
   * An event to append. Only one that begins a turn starts as pending.
   *
   * @param given the author's id, which makes a repeated append harmless; empty for the daemon's
   *     own events
   * @param attached the bytes that its files count besides the body
   * @param sender empty for the usual one of its type
   */
  public record Draft(
      Optional<String> given,
      EventType type,
      Optional<ActivationRow> turn,
      String body,
      long attached,
      Optional<Sender> sender) {
    /** Creates an event without files. */
    public Draft(
        Optional<String> given, EventType type, Optional<ActivationRow> turn, String body) {
      this(given, type, turn, body, 0, Optional.empty());
    }

    public static Draft own(Optional<ActivationRow> turn, EventType type, String body) {
      return new Draft(Optional.empty(), type, turn, body);
    }

    /** Returns this event from another sender than the usual one. */
    public Draft from(Sender other) {
      return new Draft(given, type, turn, body, attached, Optional.of(other));
    }

    boolean pending() {
      return BEGINNING.contains(type);
    }
  }

  /**
   * The position of an event.
   *
   * @param fresh false if the event had been appended before
   */
  public record Place(long seq, boolean fresh) {}

  /**
   * Appends the event, or finds its earlier position if it was appended before.
   *
   * @throws SessionException with {@code CONFLICT} if the id belongs to another event
   */
  public Place append(Tx tx, long session, Draft draft) {
    Optional<SessionEvent> earlier = draft.given().flatMap(id -> find(tx, session, id));
    if (earlier.isPresent()) {
      return same(earlier.get(), draft);
    }
    Instant now = time.now().truncatedTo(ChronoUnit.MILLIS);
    Extent extent = grow(tx, session, draft, now);
    long seq = extent.lastSeq();
    String sender = draft.sender().orElseGet(() -> Sender.usual(draft.type(), tx.author())).name();
    String id = draft.given().orElseGet(() -> UUID.randomUUID().toString());
    tx.execute(
        "INSERT INTO events(session, seq, id, type, turn, activation, fence, created_at,"
            + " processed_at, body, attached, total, sender) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
            + " ?, ?, ?)",
        session,
        seq,
        id,
        draft.type().toString(),
        draft.turn().map(ActivationRow::turn),
        draft.turn().map(ActivationRow::id),
        draft.turn().map(ActivationRow::fence),
        now,
        draft.pending() ? null : now,
        draft.body(),
        draft.attached(),
        extent.bytes(),
        sender);
    Optional<String> turn = draft.turn().map(ActivationRow::turn);
    String body = shown(draft.type(), draft.body());
    SessionEvent event =
        new SessionEvent(seq, id, draft.type(), Optional.of(sender), turn, now, body);
    tx.announce(() -> streams.committed(session, event));
    return new Place(seq, true);
  }

  private static Extent grow(Tx tx, long session, Draft draft, Instant now) {
    boolean seen = !SILENT.contains(draft.type());
    return tx.first(
            "UPDATE sessions SET last_seq = last_seq + 1, bytes = bytes + ?, updated_at = ? WHERE"
                + " key = ? RETURNING key, last_seq, bytes",
            Extent::of,
            seen ? draft.body().getBytes(UTF_8).length + draft.attached() : 0,
            now,
            session)
        .orElseThrow();
  }

  private static Optional<SessionEvent> find(Tx tx, long session, String id) {
    return tx.first(
        "SELECT * FROM events WHERE session = ? AND id = ?",
        row -> event(row, row.text("body")),
        session,
        id);
  }

  /** Returns the body of an event of a session; empty if there is no such event. */
  public Optional<String> body(Rows rows, long session, String id) {
    return rows.first(
        "SELECT body FROM events WHERE session = ? AND id = ?",
        row -> row.text("body"),
        session,
        id);
  }

  /** Returns a page of the events after one number and up to another. */
  public List<SessionEvent> between(Rows rows, long session, long after, long upTo, int limit) {
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
  public List<String> claim(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET activation = ?, turn = ? WHERE session = ? AND "
            + PENDING
            + " AND activation IS NULL",
        turn.id(),
        turn.turn(),
        turn.session());
    return tx.list(
        "SELECT id FROM events INDEXED BY events_pending WHERE session = ? AND "
            + PENDING
            + " AND activation = ? ORDER BY seq",
        row -> row.text("id"),
        turn.session(),
        turn.id());
  }

  /** Returns whether a wake is among what a turn answers, or will answer. */
  public boolean hasWake(Rows rows, ActivationRow turn) {
    return rows.any(
        "SELECT 1 FROM events INDEXED BY events_pending WHERE session = ? AND "
            + PENDING
            + " AND (activation IS NULL OR activation = ?) AND type = ?",
        turn.session(),
        turn.id(),
        EventType.WAKE_FIRED.toString());
  }

  /** Marks the events of a turn as processed. */
  public void processed(Tx tx, ActivationRow turn) {
    tx.execute(
        "UPDATE events SET processed_at = ? WHERE session = ? AND "
            + PENDING
            + " AND activation = ?",
        time.now(),
        turn.session(),
        turn.id());
  }

  /** Marks all events of a session as processed, since no turn follows. */
  public void processed(Tx tx, long session) {
    tx.execute(
        "UPDATE events SET processed_at = ? WHERE session = ? AND " + PENDING, time.now(), session);
  }

  /** Returns whether events of a session wait for a turn. */
  public boolean hasPending(Rows rows, long session) {
    return rows.any("SELECT 1 FROM events WHERE session = ? AND " + PENDING, session);
  }

  private static SessionEvent event(Row row) {
    return event(row, shown(type(row), row.text("body")));
  }

  private static String shown(EventType type, String body) {
    return switch (type) {
      case TOOL_USE -> ToolUses.shown(body);
      case CUSTOM_TOOL_USE -> ToolUses.shownCustom(body);
      default -> body;
    };
  }

  private static SessionEvent event(Row row, String body) {
    return new SessionEvent(
        row.number("seq"),
        row.text("id"),
        type(row),
        row.maybeText("sender"),
        row.maybeText("turn"),
        row.time("created_at"),
        body);
  }

  /** Returns the type of an event; an unknown type means that the database is damaged. */
  public static EventType type(Row row) {
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
