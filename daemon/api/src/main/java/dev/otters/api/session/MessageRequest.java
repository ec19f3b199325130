package dev.otters.api.session;

/**
 * A request to append a user's message to a session.
 *
 * @param id chosen by the client; a repeated request with the same id appends nothing
 * @param type {@link EventType#USER_MESSAGE}
 */
public record MessageRequest(String id, String type, String text) {
  /** Makes a request for a user's message. */
  public static MessageRequest user(String id, String text) {
    return new MessageRequest(id, EventType.USER_MESSAGE.toString(), text);
  }
}
