package dev.otters.protocol;

import java.util.List;

/** One message of a conversation, as a model takes it. Texts may be empty, never null. */
public sealed interface ChatMessage {
  /** Instructions, not said by anybody. */
  @SuppressWarnings("JavaLangClash") // the word of every model protocol; written ChatMessage.System
  record System(String text) implements ChatMessage {}

  /** What the user, or whoever stands in for him, said. */
  record User(String text) implements ChatMessage {}

  /** What the model said and which tools it called with it. */
  record Assistant(String text, List<ToolCall> toolCalls) implements ChatMessage {
    /** Copies the list. */
    public Assistant {
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /** What a tool call came to, as the model reads it. */
  record ToolResult(String callId, String name, String text, boolean isError)
      implements ChatMessage {}
}
