package dev.otters.api.session;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A durable event of a session's log.
 *
 * @param seq its position in the session; it only grows
 * @param id its unique id
 * @param type null for one that only a newer daemon knows
 * @param sender who sent it, such as {@code operator:TOKEN}, {@code model} or {@code daemon}; null
 *     for events that were stored before this was recorded
 * @param turn the turn that it belongs to, null outside of one
 * @param body its members, as the type defines
 */
public record SessionEvent(
    long seq,
    String id,
    @Nullable EventType type,
    @Nullable String sender,
    @Nullable String turn,
    Instant createdAt,
    Map<String, @Nullable Object> body) {
  /** Returns a member of the body as text, empty when it is absent. */
  public String text(String member) {
    Object value = body.get(member);
    return value == null ? "" : value.toString();
  }

  /** Returns whether a member of the body is {@code true}. */
  public boolean flag(String member) {
    return Boolean.TRUE.equals(body.get(member));
  }

  /** Returns the files of a user's message. */
  public List<MessageFile> files() {
    return body.get("files") instanceof List<?> files
        ? files.stream()
            .filter(Map.class::isInstance)
            .map(file -> MessageFile.of((Map<?, ?>) file))
            .toList()
        : List.of();
  }
}
