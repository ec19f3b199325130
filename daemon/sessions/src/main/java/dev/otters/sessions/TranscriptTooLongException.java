package dev.otters.sessions;

/** A conversation that is too long for a runtime. */
final class TranscriptTooLongException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TranscriptTooLongException(String limit) {
    super("The conversation has grown past " + limit + ". Start a new session.");
  }
}
