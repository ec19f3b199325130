package dev.otters.executor;

import java.time.Instant;

/**
 * Holds one line that a sandbox printed.
 *
 * @param at when, by the engine's clock
 * @param text the line without its end, invalid UTF-8 replaced; lines beyond 64 KiB come in pieces
 */
public record LogLine(Instant at, Stream stream, String text) {
  /** Where a line was printed to. */
  public enum Stream {
    STDOUT,
    STDERR
  }
}
