package dev.otters.api.session;

/**
 * The tokens of a group of requests to models.
 *
 * @param name the agent, session, day or provider; {@code total} for the sum
 * @param requests the number of answers
 * @param inputTokens all input, including cached tokens and cache writes
 * @param cachedTokens the part of the input that was read from a vendor's cache
 * @param cacheWriteTokens the part of the input that was written to a vendor's cache
 * @param outputTokens all output, including reasoning
 * @param reasoningTokens the part of the output that is reasoning
 * @param estimated whether a part was not reported by the provider but estimated
 * @param costNanos the cost of the requests whose model had a price, in billionths of a US dollar
 * @param unpriced the number of requests whose model had no price
 */
public record UsageRow(
    String name,
    long requests,
    long inputTokens,
    long cachedTokens,
    long cacheWriteTokens,
    long outputTokens,
    long reasoningTokens,
    boolean estimated,
    long costNanos,
    long unpriced) {}
