package dev.otters.cli.turn;

import dev.otters.api.Problem;
import dev.otters.api.session.TurnOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is what came out of a turn.
 *
 * @param answer the final text, or what was said before the turn ended; may be empty
 * @param turn null when the turn never began
 * @param outcome how it ended
 * @param usage counts of tokens as the daemon gives them
 * @param problem why it failed, null when it did not
 */
public record TurnResult(
    String answer,
    String session,
    @Nullable String turn,
    TurnOutcome outcome,
    Map<String, @Nullable Object> usage,
    List<ToolCall> toolCalls,
    @Nullable Problem problem) {}
