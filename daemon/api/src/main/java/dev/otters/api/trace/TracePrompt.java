package dev.otters.api.trace;

import org.jspecify.annotations.Nullable;

/**
 * The stored texts of a request.
 *
 * @param request null if none is stored; the SHA-256 of a file, between two {@link #MARK marks},
 *     stands for its base64
 * @param answer null if none is stored
 * @param intact whether the texts have the hashes that were recorded
 */
public record TracePrompt(
    TraceCall call, @Nullable String request, @Nullable String answer, boolean intact) {
  /** The character before and after the SHA-256 of a file; JSON itself never contains it. */
  public static final char MARK = '\u0001';
}
