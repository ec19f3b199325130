package dev.otters.cli.turn;

import dev.otters.api.Problem;
import dev.otters.api.session.TurnOutcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a turn.
 *
 * @param answer the final text, or the text before an early end; may be empty
 * @param turn null when the turn never started
 * @param outcome how it ended; null while it waits for the client
 * @param usage token counts from the daemon
 * @param problem why it failed or waits, null otherwise
 */
public record TurnResult(
    String answer,
    String session,
    @Nullable String turn,
    @Nullable TurnOutcome outcome,
    Map<String, @Nullable Object> usage,
    List<ToolCall> toolCalls,
    @Nullable Problem problem) {}
