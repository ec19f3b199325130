package dev.otters.api.outcome;

import org.jspecify.annotations.Nullable;

/**
 * A criterion of an outcome.
 *
 * @param text what must be so, for people and models
 * @param check how the daemon decides it; null if the operator decides
 */
public record OutcomeCriterion(@Nullable String text, @Nullable OutcomeCheck check) {}
