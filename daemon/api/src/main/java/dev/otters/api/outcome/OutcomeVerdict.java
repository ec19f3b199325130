package dev.otters.api.outcome;

import org.jspecify.annotations.Nullable;

/**
 * A verdict of the operator.
 *
 * @param criterion the number of the criterion, from 1
 * @param note why; null for nothing
 */
public record OutcomeVerdict(int criterion, boolean met, @Nullable String note) {}
