package dev.otters.resources.mcp;

import java.util.function.UnaryOperator;

/** A failed exchange with a server. Its message is a sentence without its end. */
final class McpFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String REFUSED = "its server refused: ";

  private final Kind kind;

  /** The words of the server; empty if it said none. */
  private final String said;

  /** The kinds of failures. */
  enum Kind {
    /** The rules of the agent do not allow the connection. Nothing was sent. */
    REFUSED,
    /** There is no connection. Nothing was sent. */
    UNREACHABLE,
    /** The server did not answer in time. */
    LATE,
    /** The server ended before it answered. */
    DIED,
    /** The server sent what is not allowed, or too much. */
    BROKEN,
    /** The server answered that it failed. */
    SAID
  }

  McpFailure(Kind kind, String message) {
    super(message);
    this.kind = kind;
    this.said = "";
  }

  private McpFailure(String said) {
    super(REFUSED + McpText.complaint(said));
    this.kind = Kind.SAID;
    this.said = said;
  }

  /** Returns the failure of which a server said something. */
  static McpFailure said(String said) {
    return new McpFailure(said);
  }

  Kind kind() {
    return kind;
  }

  /** Returns whether what was asked may have happened nevertheless. */
  boolean mayHaveHappened() {
    return switch (kind) {
      case LATE, DIED, BROKEN -> true;
      case REFUSED, UNREACHABLE, SAID -> false;
    };
  }

  /** Returns whether the connection is usable for further calls. */
  boolean isConnected() {
    return kind == Kind.SAID;
  }

  String text() {
    return String.valueOf(getMessage());
  }

  /** Hides secrets before the text is cut, since a part of one would not be known as such. */
  String text(UnaryOperator<String> hide) {
    return said.isEmpty() ? hide.apply(text()) : REFUSED + McpText.complaint(hide.apply(said));
  }
}
