package dev.otters.sessions.mirror;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Rows;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that the log of a session does not contradict itself. */
final class LogCheck {
  /** The most events that are named for one kind of damage. */
  private static final int MOST = 20;

  private static final String EVENT = "SELECT seq FROM events e WHERE session = ?1 AND ";

  private static final String TYPES =
      Arrays.stream(EventType.values())
          .map(type -> "'" + type + "'")
          .collect(Collectors.joining(", "));

  /** The kinds of damage, each with the query for the numbers of the events. */
  private static final Map<String, String> WRONG = new LinkedHashMap<>();

  static {
    WRONG.put(
        "the number of events is not that of the session",
        "SELECT last_seq AS seq FROM sessions WHERE key = ?1 AND last_seq <> (SELECT"
            + " coalesce(max(seq), 0) FROM events WHERE session = ?1)");
    WRONG.put(
        "the events before it are missing",
        "SELECT seq FROM (SELECT seq, seq - lag(seq, 1, 0) OVER (ORDER BY seq) AS step FROM events"
            + " WHERE session = ?1) WHERE step <> 1");
    WRONG.put("its type is unknown", EVENT + "type NOT IN (" + TYPES + ")");
    WRONG.put(
        "its body is not a JSON object",
        EVENT + "CASE WHEN json_valid(body) THEN json_type(body) <> 'object' ELSE 1 END");
    WRONG.put(
        "the context of the attempt is missing",
        EVENT
            + "type = 'turn.started' AND json_valid(body) AND body ->> '$.context' IS NOT NULL AND"
            + " NOT EXISTS (SELECT 1 FROM blobs WHERE hash = e.body ->> '$.context')");
    WRONG.put(
        "it is a result without a call",
        EVENT
            + "type IN ('agent.tool_result', 'user.custom_tool_result') AND json_valid(body) AND"
            + " (SELECT 1 FROM events u WHERE u.session = e.session AND u.seq < e.seq AND u.turn IS"
            + " e.turn AND u.type IN ('agent.tool_use', 'agent.custom_tool_use') AND"
            + " json_valid(u.body) AND u.body ->> '$.call' = e.body ->> '$.call' ORDER BY u.seq"
            + " DESC LIMIT 1) IS NULL");
    WRONG.put(
        "the status of the session is not what the log says",
        "SELECT last_seq AS seq FROM sessions WHERE key = ?1 AND lower(status) <> coalesce((SELECT"
            + " body ->> '$.to' FROM events WHERE session = ?1 AND type ="
            + " 'session.status_changed' AND json_valid(body) ORDER BY seq DESC LIMIT 1), 'idle')");
  }

  private LogCheck() {}

  /** Returns the damage of a log, one sentence each. */
  static List<String> damage(Rows rows, long session) {
    return WRONG.entrySet().stream()
        .flatMap(
            wrong ->
                rows
                    .list(
                        wrong.getValue() + " LIMIT " + MOST,
                        row -> "event " + row.number("seq") + ": " + wrong.getKey(),
                        session)
                    .stream())
        .toList();
  }
}
