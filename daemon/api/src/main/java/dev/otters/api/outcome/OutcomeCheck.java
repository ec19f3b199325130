package dev.otters.api.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check that the daemon makes. One of a file has exactly one of {@code exists}, {@code matches}
 * and {@code schema}. One with a program has {@code bin} and no file.
 *
 * @param file path in the sandbox, or {@code drafts/NAME} for a draft of the session
 * @param exists true: the file must exist
 * @param matches RE2 pattern that must be found in the file
 * @param schema JSON Schema that the file must match, an object
 * @param bin name of a BIN of the agent, which must end with the exit code 0
 * @param args its arguments; null for none
 */
public record OutcomeCheck(
    @Nullable String file,
    boolean exists,
    @Nullable String matches,
    @Nullable Object schema,
    @Nullable String bin,
    @Nullable List<String> args) {}
