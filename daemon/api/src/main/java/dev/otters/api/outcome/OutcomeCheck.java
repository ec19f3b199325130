package dev.otters.api.outcome;

import org.jspecify.annotations.Nullable;

/**
 * A check that the daemon makes of a file: exactly one of {@code exists}, {@code matches} and
 * {@code schema}.
 *
 * @param file path in the sandbox, or {@code drafts/NAME} for a draft of the session
 * @param exists true: the file must exist
 * @param matches RE2 pattern that must be found in the file
 * @param schema JSON Schema that the file must match, an object
 */
public record OutcomeCheck(
    @Nullable String file, boolean exists, @Nullable String matches, @Nullable Object schema) {}
