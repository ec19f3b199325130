package dev.otters.api.outcome;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a session.
 *
 * @param outcome null if none is defined
 * @param definedAt null if none is defined
 * @param latest its latest evaluation; null before the first
 */
public record OutcomeView(
    @Nullable OutcomeDefinition outcome,
    @Nullable Instant definedAt,
    @Nullable OutcomeEvaluation latest) {}
