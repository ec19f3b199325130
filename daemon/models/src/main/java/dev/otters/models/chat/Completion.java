package dev.otters.models.chat;

import dev.otters.protocol.ToolCall;
import java.util.List;

/**
 * A completion of the model.
 *
 * @param text empty if the model only called tools
 * @param toolCalls the calls in the model's order
 * @param usage the tokens that this completion used
 */
public record Completion(
    String text, List<ToolCall> toolCalls, StopReason stopReason, Usage usage) {
  /** Copies the list. */
  public Completion {
    toolCalls = List.copyOf(toolCalls);
  }
}
