package dev.otters.sessions.custom;

import dev.otters.home.store.Row;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of the table {@code custom_calls}: a call that the program of a client answers.
 *
 * @param step the completion that made the call, from 1
 * @param call the call as the model wrote it
 */
public record CustomCall(
    long key,
    Place place,
    long fence,
    int step,
    ToolCall call,
    CustomCallState state,
    Instant requested) {
  private static final Pattern ID = Pattern.compile("c([1-9]\\d{0,17})");

  /**
   * The turn that made the call.
   *
   * @param session the key of the session
   * @param id the id of the session
   */
  public record Place(UUID agent, long session, SessionId id, String activation) {}

  /** Returns the id that the result names. No other call has it, and no approval. */
  public String id() {
    return id(key);
  }

  static String id(long key) {
    return "c" + key;
  }

  /** Returns the key of an id; empty if it is the id of no call. */
  public static Optional<Long> key(String id) {
    Matcher matcher = ID.matcher(id);
    return matcher.matches() ? Optional.of(Long.parseLong(matcher.group(1))) : Optional.empty();
  }

  static CustomCall of(Row row) {
    return new CustomCall(
        row.number("key"),
        new Place(
            row.uuid("agent"),
            row.number("session"),
            new SessionId(row.text("id")),
            row.text("activation")),
        row.number("fence"),
        (int) row.number("step"),
        new ToolCall(row.text("call"), row.text("tool"), row.text("input")),
        row.constant("state", CustomCallState.class),
        row.time("requested_at"));
  }
}
