package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * The budget of a session, and what was used of it.
 *
 * @param tokens the tokens of input and output that were used
 * @param tokenLimit the limit of these tokens; null for none
 * @param costNanos the cost in billionths of a US dollar, without that of models without a price
 * @param costLimitNanos the limit of this cost; null for none
 */
public record SessionBudget(
    String session,
    long tokens,
    @Nullable Long tokenLimit,
    long costNanos,
    @Nullable Long costLimitNanos) {}
