package dev.otters.api.session;

import java.util.List;

/**
 * A request to append a user's message to a session.
 *
 * @param id chosen by the client; a repeated request with the same id appends nothing
 * @param type {@link EventType#USER_MESSAGE}
 * @param files the files that come with the text
 */
public record MessageRequest(String id, String type, String text, List<FileContent> files) {
  /** Makes a request for a user's message. */
  public static MessageRequest user(String id, String text) {
    return user(id, text, List.of());
  }

  /** Makes a request for a user's message with files. */
  public static MessageRequest user(String id, String text, List<FileContent> files) {
    return new MessageRequest(id, EventType.USER_MESSAGE.toString(), text, files);
  }
}
