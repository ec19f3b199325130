package dev.otters.api.session;

import dev.otters.api.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a session as JSON Lines: a header, then one row for each message, tool call, tool result
 * and turn. Each row names the row before it as its parent.
 */
public final class JsonLines {
  private static final int VERSION = 2;

  private @Nullable String parent;
  private @Nullable SessionEvent started;
  private @Nullable String model;

  /** Returns the first line of an export. */
  public static String header(SessionSummary session, String release) {
    Map<String, @Nullable Object> header = members(session.id(), session.createdAt(), release);
    header.put("agent", session.agent());
    if (session.name() != null) {
      header.put("name", session.name());
    }
    return Json.write(header);
  }

  /** Returns the first line, with what never changes. */
  public static String header(String session, Instant createdAt, String release) {
    return Json.write(members(session, createdAt, release));
  }

  private static Map<String, @Nullable Object> members(
      String session, Instant createdAt, String release) {
    Map<String, @Nullable Object> header = new LinkedHashMap<>();
    header.put("type", "session");
    header.put("version", VERSION);
    header.put("id", session);
    header.put("created_at", createdAt);
    header.put("cwd", "/workspace");
    header.put("otters_version", release);
    return header;
  }

  /** Continues after the row of an event. */
  public void continueAfter(String id) {
    parent = id;
  }

  /**
   * Says which attempt the next events belong to, and the model that it asks; null if that is not
   * known.
   */
  public void attempt(SessionEvent start, @Nullable String asked) {
    started = start;
    model = asked;
  }

  /** Returns the line of the system prompt of an attempt, which is in the place of its start. */
  public String system(SessionEvent start, String prompt) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("kind", "agent");
    metadata.put("debug", "system_prompt");
    turn(start, metadata);
    return row(start.id(), start, message("system", prompt, metadata));
  }

  /** Returns the line of the next event; empty for an event that has none. */
  public Optional<String> line(SessionEvent event) {
    if (event.type() == EventType.TURN_STARTED && !event.equals(started)) {
      attempt(event, null);
    }
    Map<String, @Nullable Object> payload = payload(event);
    return payload.isEmpty() ? Optional.empty() : Optional.of(row(event.id(), event, payload));
  }

  /**
   * Returns the line of a file of the next event.
   *
   * @param data its bytes in base64
   */
  public String file(SessionEvent event, MessageFile file, String data) {
    Map<String, @Nullable Object> payload = about(file);
    payload.put("data", data);
    return row(event.id() + "." + file.sha256(), event, payload);
  }

  private String row(String id, SessionEvent event, Map<String, @Nullable Object> payload) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("id", id);
    row.put("parent_id", parent);
    row.put("timestamp", event.createdAt());
    row.put("seq", event.seq());
    if (event.sender() != null) {
      row.put("sender", event.sender());
    }
    row.putAll(payload);
    parent = id;
    return Json.write(row);
  }

  private static Map<String, @Nullable Object> about(MessageFile file) {
    Map<String, @Nullable Object> about = new LinkedHashMap<>();
    about.put("type", "file");
    about.put("name", file.name());
    about.put("media_type", file.type());
    about.put("size", file.size());
    about.put("sha256", file.sha256());
    return about;
  }

  private Map<String, @Nullable Object> payload(SessionEvent event) {
    EventType type = event.type();
    return type == null
        ? new LinkedHashMap<>()
        : switch (type) {
          case USER_MESSAGE, WAKE_FIRED -> message("user", event);
          case AGENT_MESSAGE, PROPOSED -> message("assistant", event);
          case REJECTED -> custom("rejected", "chat", event.text("mismatch"), event);
          case TOOL_USE, CUSTOM_TOOL_USE -> call(event);
          case TOOL_RESULT, CUSTOM_TOOL_RESULT -> result(event);
          case TURN_FINISHED -> custom("turn_stub", "chat", event.text("outcome"), event);
          case USER_INTERRUPT -> custom("interrupt", "chat", "", event);
          case ERROR -> custom("error", event.text("kind"), event.text("message"), event);
          case APPROVAL_REQUESTED, APPROVAL_GRANTED, APPROVAL_DENIED, APPROVAL_EXPIRED ->
              custom(type.toString(), "approval", event.text("call"), event);
          case WAKE_SCHEDULED, WAKE_CANCELLED ->
              custom(type.toString(), "wake", event.text("wake"), event);
          case USER_DEFINE_OUTCOME, USER_OUTCOME_VERDICT, USER_OUTCOME_OVERRIDE ->
              custom(type.toString(), "outcome", event.text("title"), event);
          case COMPACTED -> compaction(event);
          case THINKING, TURN_STARTED, STATUS_CHANGED -> new LinkedHashMap<>();
        };
  }

  private Map<String, @Nullable Object> message(String role, SessionEvent event) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("kind", event.type() == EventType.WAKE_FIRED ? "wake" : "chat");
    turn(event, metadata);
    if (event.type() == EventType.AGENT_MESSAGE
        && started != null
        && Objects.equals(started.turn(), event.turn())) {
      Duration latency = Duration.between(started.createdAt(), event.createdAt());
      if (model != null) {
        metadata.put("model", model);
      }
      metadata.put("latency_ms", latency.toMillis());
    }
    for (String flag : new String[] {"partial", "interrupted"}) {
      if (event.flag(flag)) {
        metadata.put(flag, true);
      }
    }
    if (event.type() == EventType.PROPOSED) {
      metadata.put("partial", true);
    }
    Map<String, @Nullable Object> row = message(role, event.text("text"), metadata);
    if (!event.files().isEmpty()) {
      row.put("files", event.files().stream().map(JsonLines::about).toList());
    }
    return row;
  }

  private static Map<String, @Nullable Object> message(
      String role, String content, Map<String, @Nullable Object> metadata) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("type", "message");
    row.put("role", role);
    row.put("content", content);
    row.put("metadata", metadata);
    return row;
  }

  private static Map<String, @Nullable Object> compaction(SessionEvent event) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("type", "compaction");
    row.putAll(event.body());
    turn(event, row);
    return row;
  }

  private static Map<String, @Nullable Object> call(SessionEvent event) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("type", "tool_call");
    row.put("tool", event.text("name"));
    row.put("arguments", arguments(event));
    row.put("tool_call_id", event.text("call"));
    turn(event, row);
    return row;
  }

  private static @Nullable Object arguments(SessionEvent event) {
    if (event.type() == EventType.CUSTOM_TOOL_USE) {
      return event.body().get("input");
    }
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    for (String name : new String[] {"args", "stdin"}) {
      if (event.body().get(name) != null) {
        arguments.put(name, event.body().get(name));
      }
    }
    return arguments;
  }

  private static Map<String, @Nullable Object> result(SessionEvent event) {
    Map<String, @Nullable Object> content = new LinkedHashMap<>(event.body());
    content.keySet().removeAll(List.of("call", "name", "isError"));
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("type", "tool_result");
    row.put("tool", event.text("name"));
    row.put("ok", !event.flag("isError"));
    row.put("content", content);
    row.put("tool_call_id", event.text("call"));
    turn(event, row);
    return row;
  }

  private static Map<String, @Nullable Object> custom(
      String type, String kind, String text, SessionEvent event) {
    Map<String, @Nullable Object> row = new LinkedHashMap<>();
    row.put("type", "custom_message");
    row.put("custom_type", type);
    row.put("kind", kind);
    row.put("text", text);
    row.put("display", false);
    turn(event, row);
    return row;
  }

  private static void turn(SessionEvent event, Map<String, @Nullable Object> row) {
    if (event.turn() != null) {
      row.put("turn_id", event.turn());
    }
  }
}
