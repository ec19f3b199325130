package dev.otters.api.trace;

import org.jspecify.annotations.Nullable;

/**
 * The tokens of an answer.
 *
 * @param estimated whether a part was not reported by the provider but estimated
 * @param costNanos the cost in billionths of a US dollar, null if the model had no price
 */
public record TraceUsage(
    long input,
    long cached,
    long cacheWrite,
    long output,
    long reasoning,
    boolean estimated,
    @Nullable Long costNanos) {}
