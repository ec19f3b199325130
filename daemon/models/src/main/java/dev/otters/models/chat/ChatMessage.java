package dev.otters.models.chat;

import dev.otters.api.session.MessageFile;
import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Optional;

/** A message of a conversation, in the model's terms. Texts may be empty but not null. */
public sealed interface ChatMessage {
  /** The instructions to the model. */
  @SuppressWarnings("JavaLangClash") // the word of every model protocol; written ChatMessage.System
  record System(String text) implements ChatMessage {}

  /**
   * A message of the user or a caller in the user's place.
   *
   * @param text the message, with its text files and a line for each other file
   * @param files the images and PDFs that come with it
   */
  record User(String text, List<MessageFile> files) implements ChatMessage {
    public User {
      files = List.copyOf(files);
    }

    /** Creates a message without files. */
    public User(String text) {
      this(text, List.of());
    }
  }

  /** A message of the model with its tool calls. */
  record Assistant(String text, List<ToolCall> toolCalls, Optional<Thinking> thinking)
      implements ChatMessage {
    public Assistant {
      toolCalls = List.copyOf(toolCalls);
    }

    /** Creates a message without thinking. */
    public Assistant(String text, List<ToolCall> toolCalls) {
      this(text, toolCalls, Optional.empty());
    }
  }

  /** The result of a tool call, as the model reads it. */
  record ToolResult(String callId, String name, String text, boolean isError)
      implements ChatMessage {}
}
