package dev.otters.api.trace;

import org.jspecify.annotations.Nullable;

/**
 * Sends a request of a turn to another model.
 *
 * @param model {@code provider/model}
 * @param step the attempt and the step of the request, such as 1.2, or the step in the last
 *     attempt; null for the last request
 */
public record ReplayRequest(String model, @Nullable String step) {}
