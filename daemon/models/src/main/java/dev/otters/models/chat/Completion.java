package dev.otters.models.chat;

import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Optional;

/**
 * A completion of the model.
 *
 * @param text empty if the model only called tools
 * @param toolCalls the calls in the model's order
 * @param usage the tokens that this completion used
 * @param thinking the JSON of a {@link Thinking}
 */
public record Completion(
    String text,
    List<ToolCall> toolCalls,
    StopReason stopReason,
    Usage usage,
    Optional<String> thinking) {
  /** Copies the list. */
  public Completion {
    toolCalls = List.copyOf(toolCalls);
  }

  /** Creates a completion without thinking. */
  public Completion(String text, List<ToolCall> toolCalls, StopReason stopReason, Usage usage) {
    this(text, toolCalls, stopReason, usage, Optional.empty());
  }
}
