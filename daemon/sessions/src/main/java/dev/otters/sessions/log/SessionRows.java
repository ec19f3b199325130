package dev.otters.sessions.log;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.models.chat.Usage;
import dev.otters.resources.grant.Grants;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The table {@code sessions}. Every change of status is an event of the session. */
public record SessionRows(Time time, EventLog log) {
  /** The beginning of a UUID, perhaps after the origin of the session. */
  private static final Pattern ABBREVIATION = Pattern.compile("(?:.*:)?[0-9a-f][0-9a-f-]{3,34}");

  private static final Pattern GENERATED =
      Pattern.compile("(?:.*:)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final int MOST_CANDIDATES = 5;

  private static final String VIEW =
      "SELECT *, (SELECT labels FROM session_setups WHERE session = sessions.key) AS labels,"
          + " (SELECT json_group_array(value ->> '$.name') FROM session_setups, json_each(tools)"
          + " WHERE session = sessions.key) AS tools, (SELECT agent FROM sessions AS p WHERE p.key"
          + " = sessions.parent) AS parent_agent, (SELECT id FROM sessions AS p WHERE p.key ="
          + " sessions.parent) AS parent_id FROM sessions WHERE ";

  /** The condition of the index of sessions that expire. */
  private static final String EXPIRING = "expires_at IS NOT NULL AND status <> 'TERMINATED'";

  /** The condition of sessions without work and wakes. Those that failed wait for the operator. */
  private static final String UNUSED =
      "updated_at < ? AND status IN ('IDLE', 'TERMINATED') AND NOT EXISTS (SELECT 1 FROM"
          + " activations WHERE session = sessions.key AND "
          + ActivationRows.OPEN
          + ") AND NOT EXISTS (SELECT 1 FROM wakes WHERE session = sessions.key AND state ="
          + " 'PENDING')";

  /** The greatest length of a title in characters. */
  public static final int LONGEST_TITLE = 200;

  /**
   * Returns the key of the session with this id or name; empty if there is none. No id is the name
   * of another session of the agent.
   */
  public Optional<Long> key(Rows rows, UUID agent, SessionId id) {
    return key(rows, "id", agent, id).or(() -> key(rows, "name", agent, id));
  }

  private static Optional<Long> key(Rows rows, String column, UUID agent, SessionId id) {
    return rows.first(
        "SELECT key FROM sessions WHERE agent = ? AND " + column + " = ?",
        row -> row.number("key"),
        agent,
        id);
  }

  /** Returns the id of a session by its key. */
  public SessionId id(Rows rows, long session) {
    return rows.first(
            "SELECT id FROM sessions WHERE key = ?", row -> new SessionId(row.text("id")), session)
        .orElseThrow();
  }

  /**
   * Returns the key of a session, which is created if needed. No key is given a second time.
   *
   * @param message the first message of a new session
   * @param grants the grants of a new session; those of another one stay
   * @param rule whether a new session gets a sandbox of its own
   * @throws SessionException with {@code NAME_TAKEN} if another session has the same folders
   */
  public long keyOrCreate(
      Tx tx, UUID agent, SessionId id, String message, Grants grants, OwnSandboxes.Rule rule) {
    Optional<Long> known = key(tx, agent, id);
    if (known.isPresent()) {
      tx.execute(
          "UPDATE sessions SET title = ? WHERE key = ? AND title = ''",
          title(message),
          known.get());
      return known.get();
    }
    SessionFolders.requireOwn(tx, agent, id);
    long key =
        tx.first(
                "UPDATE session_keys SET last = last + 1 RETURNING last", row -> row.number("last"))
            .orElseThrow();
    tx.execute(
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at, title, grants,"
            + " granted, sandbox) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        key,
        agent,
        id,
        SessionStatus.IDLE,
        time.now(),
        time.now(),
        title(message),
        grants.text(),
        !grants.isEmpty(),
        OwnSandboxes.choose(tx, agent, grants, rule));
    return key;
  }

  /** Returns the grants of a session. */
  public Grants grants(Rows rows, long session) {
    return rows.first(
            "SELECT grants FROM sessions WHERE key = ?",
            row -> Grants.parse(row.text("grants")),
            session)
        .orElse(Grants.NONE);
  }

  /** Returns whether a session was created with grants, also if they were revoked. */
  public boolean granted(Rows rows, long session) {
    return rows.any("SELECT 1 FROM sessions WHERE key = ? AND granted", session);
  }

  /**
   * Refuses other grants than a session has.
   *
   * @throws SessionException with {@code OTHER_GRANTS}
   */
  public void requireGrants(Rows rows, long session, Grants wanted) {
    Grants has = grants(rows, session);
    if (!has.isSameAs(wanted)) {
      throw SessionException.otherGrants(id(rows, session), has);
    }
  }

  private static String title(String message) {
    int length = Math.min(LONGEST_TITLE, message.length());
    boolean cutsPair =
        length < message.length() && Character.isHighSurrogate(message.charAt(length - 1));
    return message.substring(0, cutsPair ? length - 1 : length);
  }

  /**
   * Gives a session a name, which replaces its last one. Its own id takes the name away.
   *
   * @throws SessionException with {@code INVALID} if the name could abbreviate an id, or with
   *     {@code NAME_TAKEN} if another session has it
   */
  public void rename(Tx tx, UUID agent, long session, SessionId name) {
    if (key(tx, agent, name).filter(holder -> holder != session).isPresent()) {
      throw SessionException.nameTaken(name);
    }
    boolean own = id(tx, session).equals(name);
    if (!own && (isAbbreviation(name) || GENERATED.matcher(name.value()).matches())) {
      throw SessionException.invalid(
          "the name " + name + " could be the beginning of an id: it has only hexadecimal digits");
    }
    tx.execute("UPDATE sessions SET name = ? WHERE key = ?", own ? null : name, session);
  }

  private static boolean isAbbreviation(SessionId name) {
    return ABBREVIATION.matcher(name.value()).matches();
  }

  /** Returns the sessions with this beginning of their ids, most recently used first. */
  public List<SessionView> list(
      Rows rows, Optional<UUID> agent, String beginning, SessionPlace after, int limit) {
    String whose = agent.isPresent() ? "agent = ?" : "? IS NULL";
    return rows.list(
        VIEW
            + whose
            + " AND instr(id, ?) = 1 AND (updated_at, key) < (?, ?) ORDER BY updated_at DESC, key"
            + " DESC LIMIT ?",
        SessionRows::view,
        agent,
        beginning,
        after.updatedAt(),
        after.key(),
        limit);
  }

  /** Returns a session as its users see it; empty if there is none. */
  public Optional<SessionView> view(Rows rows, UUID agent, SessionId id) {
    return key(rows, agent, id).map(key -> view(rows, key));
  }

  /** Returns a session by its key. */
  public SessionView view(Rows rows, long session) {
    return rows.first(VIEW + "key = ?", SessionRows::view, session).orElseThrow();
  }

  /** Returns the generated ids that begin so, as a whole or after their origin. */
  private static List<SessionId> generated(Rows rows, UUID agent, String beginning, int limit) {
    return rows.list(
        "SELECT id FROM sessions WHERE agent = ? AND id GLOB"
            + " '*:????????-????-????-????-????????????' AND (instr(id, ?) = 1 OR"
            + " instr(replace(substr(id, -36), '-', ''), replace(?, '-', '')) = 1)"
            + " ORDER BY updated_at DESC LIMIT ?",
        row -> new SessionId(row.text("id")),
        agent,
        beginning,
        beginning,
        limit);
  }

  /**
   * Returns the id of the session that a user names: by its id, by its name, or by a unique
   * beginning of a generated id. Any other text is returned as it is.
   *
   * @throws SessionException with {@code AMBIGUOUS}
   */
  public SessionId named(Rows rows, UUID agent, SessionId name) {
    Optional<Long> exact = key(rows, agent, name);
    if (exact.isPresent()) {
      return id(rows, exact.get());
    }
    if (!isAbbreviation(name)) {
      return name;
    }
    List<SessionId> found = generated(rows, agent, name.value(), MOST_CANDIDATES);
    if (found.size() > 1) {
      throw SessionException.ambiguous(name, found);
    }
    return found.isEmpty() ? name : found.getFirst();
  }

  /** Returns whether a session of the agent runs. */
  public boolean anyRuns(Rows rows, UUID agent) {
    return rows.any(
        "SELECT 1 FROM sessions WHERE agent = ? AND status = ?", agent, SessionStatus.RUNNING);
  }

  /** Returns the number of the newest event. */
  public long lastSeq(Rows rows, long session) {
    return rows.number("SELECT last_seq AS n FROM sessions WHERE key = ?", session);
  }

  SessionStatus status(Rows rows, long session) {
    return rows.first(
            "SELECT status FROM sessions WHERE key = ?",
            row -> row.constant("status", SessionStatus.class),
            session)
        .orElseThrow();
  }

  /** Moves the session to a status unless it already has it. An illegal move is a bug. */
  public void move(Tx tx, ActivationRow turn, SessionStatus to, String reason) {
    move(tx, turn.session(), Optional.of(turn), to, reason);
  }

  private void move(
      Tx tx, long session, Optional<ActivationRow> turn, SessionStatus to, String reason) {
    SessionStatus from = status(tx, session);
    if (from == to) {
      return;
    }
    if (!from.next().contains(to)) {
      throw new IllegalStateException("illegal change of status from " + from + " to " + to);
    }
    tx.execute(
        "UPDATE sessions SET status = ?, status_reason = ? WHERE key = ?", to, reason, session);
    String body = Bodies.of(Map.of("from", from.wireName(), "to", to.wireName(), "reason", reason));
    log.append(tx, session, EventLog.Draft.own(turn, EventType.STATUS_CHANGED, body));
  }

  /** Ends a session for good. It must have no open activation. */
  public void terminate(Tx tx, long session, String reason) {
    move(tx, session, Optional.empty(), SessionStatus.TERMINATED, reason);
  }

  /**
   * Refuses a session that has ended.
   *
   * @throws SessionException with {@code EXPIRED}
   */
  public void requireLive(Rows rows, long session) {
    if (status(rows, session) == SessionStatus.TERMINATED) {
      throw SessionException.expired(view(rows, session));
    }
  }

  /** Sets when a session expires. */
  public void expireAt(Tx tx, long session, Instant at) {
    tx.execute("UPDATE sessions SET expires_at = ? WHERE key = ?", at, session);
  }

  /** A session that expires. */
  public record Expiring(long key, Instant at) {}

  /** Returns the sessions that have expired and not ended, the first ones at the beginning. */
  public List<Expiring> expired(Rows rows, Instant now, int limit) {
    return rows.list(
        "SELECT key, expires_at FROM sessions WHERE "
            + EXPIRING
            + " AND expires_at <= ? ORDER BY expires_at LIMIT ?",
        row -> new Expiring(row.number("key"), row.time("expires_at")),
        now,
        limit);
  }

  /** Returns whether a session expires and has not ended. */
  public boolean expires(Rows rows, long session) {
    return rows.any("SELECT 1 FROM sessions WHERE key = ? AND " + EXPIRING, session);
  }

  /** A session for which nothing is to be done. */
  public record Unused(long key, UUID agent) {}

  /** Returns sessions for which nothing is to be done since a time, the oldest first. */
  public List<Unused> unused(Rows rows, Instant since, int limit) {
    return rows.list(
        "SELECT key, agent FROM sessions WHERE " + UNUSED + " ORDER BY updated_at LIMIT ?",
        row -> new Unused(row.number("key"), row.uuid("agent")),
        since,
        limit);
  }

  /** Returns whether nothing is to be done for a session since a time. */
  public boolean isUnused(Rows rows, long session, Instant since) {
    return rows.any("SELECT 1 FROM sessions WHERE " + UNUSED + " AND key = ?", since, session);
  }

  /** Returns when the next session expires; empty if none does. */
  public Optional<Instant> nextExpiry(Rows rows) {
    return rows.first(
        "SELECT expires_at FROM sessions WHERE " + EXPIRING + " ORDER BY expires_at LIMIT 1",
        row -> row.time("expires_at"));
  }

  /** Counts a turn and its usage. */
  public void countTurn(Tx tx, long session, Usage usage) {
    tx.execute("UPDATE sessions SET turns = turns + 1 WHERE key = ?", session);
    count(tx, session, usage);
  }

  /** Counts a request outside of turns as one. */
  public void countRequest(Tx tx, long session, Usage usage) {
    tx.execute("UPDATE sessions SET updated_at = ? WHERE key = ?", time.now(), session);
    countTurn(tx, session, usage);
  }

  /** Counts usage. */
  public void count(Tx tx, long session, Usage usage) {
    tx.execute(
        "UPDATE sessions SET input_tokens = input_tokens + ?, output_tokens = output_tokens + ?"
            + " WHERE key = ?",
        usage.inputTokens(),
        usage.outputTokens(),
        session);
  }

  /** Returns the keys of the sessions of an agent. */
  public List<Long> keys(Rows rows, UUID agent) {
    return rows.list("SELECT key FROM sessions WHERE agent = ?", row -> row.number("key"), agent);
  }

  /** Deletes sessions with all that belongs to them. */
  public void delete(Tx tx, long session) {
    tx.execute("DELETE FROM sessions WHERE key = ?", session);
  }

  /** Deletes sessions with all that belongs to them. */
  public void delete(Tx tx, UUID agent) {
    tx.execute("DELETE FROM sessions WHERE agent = ?", agent);
  }

  private static Map<String, String> labels(Row row) {
    Map<String, String> labels = new TreeMap<>();
    row.maybeText("labels")
        .map(Bodies::read)
        .ifPresent(all -> all.forEachEntry((key, value) -> labels.put(key, value.asString())));
    return labels;
  }

  private static SessionView view(Row row) {
    return new SessionView(
        row.uuid("agent"),
        new SessionId(row.text("id")),
        row.constant("status", SessionStatus.class),
        row.maybeText("status_reason"),
        row.number("last_seq"),
        row.number("turns"),
        new Usage(row.number("input_tokens"), row.number("output_tokens")),
        row.time("created_at"),
        row.time("updated_at"),
        row.maybeText("name"),
        row.text("title"),
        labels(row),
        row.maybeNumber("budget_tokens"),
        row.maybeNumber("budget_cost"),
        Bodies.read(row.text("tools")).valueStream().map(JsonNode::asString).toList(),
        Grants.parse(row.text("grants")),
        row.flag("granted"),
        row.maybeText("parent_id")
            .map(id -> new ParentSession(row.uuid("parent_agent"), new SessionId(id))),
        row.maybeTime("expires_at"),
        new SessionPlace(row.time("updated_at"), row.number("key")));
  }
}
