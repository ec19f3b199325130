package dev.otters.protocol;

import java.util.OptionalLong;

/** A line that is not a message of this protocol; the connection may go on. */
public final class MalformedMessageException extends Exception {
  private static final long serialVersionUID = 1;

  /** The kinds of problems, with JSON-RPC's numbers. */
  public enum Kind {
    /** The line is not one JSON object. */
    PARSE(-32700),
    /** The object is not a message, or answers no pending request. */
    INVALID_REQUEST(-32600),
    /** The method is unknown. */
    UNKNOWN_METHOD(-32601),
    /** A field is missing or has the wrong type. */
    INVALID_PARAMS(-32602);

    private final int number;

    Kind(int number) {
      this.number = number;
    }
  }

  private final Kind kind;
  private final transient OptionalLong id;

  MalformedMessageException(Kind kind, OptionalLong id, String message) {
    super(message);
    this.kind = kind;
    this.id = id;
  }

  /** Returns the message's id if it could be read. */
  public OptionalLong id() {
    return id;
  }

  /** Returns the daemon's response to such a line. */
  public Message.Failure toFailure() {
    String message = String.valueOf(getMessage());
    return new Message.Failure(id, new WireError(kind.number, WireError.Code.INVALID, message));
  }
}
