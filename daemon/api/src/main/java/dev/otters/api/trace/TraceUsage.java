package dev.otters.api.trace;

/**
 * The tokens of an answer.
 *
 * @param estimated whether a part was not reported by the provider but estimated
 */
public record TraceUsage(
    long input, long cached, long cacheWrite, long output, long reasoning, boolean estimated) {}
