package dev.otters.sessions;

/** Thrown for a conversation that no runtime could be sent. */
final class TranscriptTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TranscriptTooLongException(String limit) {
    super("The conversation has grown past " + limit + ". Start a new session.");
  }
}
