package dev.otters.api.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A definition of what a session shall achieve.
 *
 * @param title one line
 * @param detail more about it; null for nothing
 * @param criteria from 1 to 16
 */
public record OutcomeDefinition(
    @Nullable String title, @Nullable String detail, @Nullable List<OutcomeCriterion> criteria) {}
