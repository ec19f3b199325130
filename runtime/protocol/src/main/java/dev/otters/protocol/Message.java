package dev.otters.protocol;

import java.util.OptionalLong;

/** A line of the wire. */
public sealed interface Message {
  /** A call that expects a response with the same id. */
  record Request(long id, Call<?> call) implements Message {}

  /** The response to the request with this id. */
  record Response(long id, Answer answer) implements Message {}

  /** The error response to the request with this id; without an id if that could not be read. */
  record Failure(OptionalLong id, WireError error) implements Message {}

  /** A message without a response. */
  record Notification(Notice notice) implements Message {}
}
