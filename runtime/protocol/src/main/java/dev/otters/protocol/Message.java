package dev.otters.protocol;

import java.util.OptionalLong;

/** One line of the wire. */
public sealed interface Message {
  /** A call that expects a response with the same id. */
  record Request(long id, Call<?> call) implements Message {}

  /** The answer to the request with this id. */
  record Response(long id, Answer answer) implements Message {}

  /** The refusal of the request with this id; without an id when it could not be read. */
  record Failure(OptionalLong id, WireError error) implements Message {}

  /** A message that has no response. */
  record Notification(Notice notice) implements Message {}
}
