package dev.otters.executor;

import java.time.Instant;

/**
 * A line of a sandbox's output.
 *
 * @param at the time by the engine's clock
 * @param text the line without its end, with invalid UTF-8 replaced; lines beyond 64 KiB come in
 *     pieces
 */
public record LogLine(Instant at, Stream stream, String text) {
  /** The stream of a line. */
  public enum Stream {
    STDOUT,
    STDERR
  }
}
