package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * A new budget of a session.
 *
 * @param tokens a number of tokens, or {@code unlimited}; null to keep the present limit
 * @param cost US dollars such as {@code 2.50}, or {@code unlimited}; null to keep the present limit
 */
public record BudgetRequest(@Nullable String tokens, @Nullable String cost) {}
