package dev.otters.api.session;

import dev.otters.api.NullIfAbsent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request to append a user's message to a session.
 *
 * @param id chosen by the client; a repeated request with the same id appends nothing
 * @param type {@link EventType#USER_MESSAGE}
 * @param files the files that come with the text
 * @param schema the JSON Schema that the answer must match, an object; null for any text
 * @param grants the namespaces that the session may reach; null for those that it has, and for the
 *     usual ones of the agent if it is new
 * @param contextIds the ids of the scratchpads that come with the message; null for the usual ones
 *     of the agent
 */
public record MessageRequest(
    String id,
    String type,
    String text,
    List<FileContent> files,
    @Nullable Object schema,
    @NullIfAbsent @Nullable List<String> grants,
    @NullIfAbsent @Nullable List<String> contextIds) {
  /** Makes a request for a user's message. */
  public static MessageRequest user(String id, String text) {
    return user(id, text, List.of(), null, null);
  }

  /** Makes a request for a user's message with files, a schema and grants. */
  public static MessageRequest user(
      String id,
      String text,
      List<FileContent> files,
      @Nullable Object schema,
      @Nullable List<String> grants) {
    return new MessageRequest(
        id, EventType.USER_MESSAGE.toString(), text, files, schema, grants, null);
  }

  /** Returns the message with the scratchpads of these ids; null for the usual ones. */
  public MessageRequest with(@Nullable List<String> ids) {
    return new MessageRequest(id, type, text, files, schema, grants, ids);
  }
}
