package dev.otters.api.trace;

import org.jspecify.annotations.Nullable;

/**
 * The stored texts of a request.
 *
 * @param request null if none is stored
 * @param answer null if none is stored
 * @param intact whether the texts have the hashes that were recorded
 */
public record TracePrompt(
    TraceCall call, @Nullable String request, @Nullable String answer, boolean intact) {}
