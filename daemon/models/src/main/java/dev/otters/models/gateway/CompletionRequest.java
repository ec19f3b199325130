package dev.otters.models.gateway;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import java.util.List;
import java.util.Map;

/**
 * A request for a completion.
 *
 * @param model the name of the model within its provider
 * @param messages all that the model sees
 * @param tools the tools that the model may call; empty for none
 * @param options the sampling options of the Agentfile
 */
public record CompletionRequest(
    String model, List<ChatMessage> messages, List<ToolSchema> tools, Map<String, String> options) {
  /** Copies the collections. */
  public CompletionRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    options = Map.copyOf(options);
  }

  /** Returns about how many characters the request has. */
  long size() {
    return messages.stream().mapToLong(CompletionRequest::size).sum()
        + tools.stream()
            .mapToLong(tool -> tool.description().length() + tool.parametersJson().length())
            .sum();
  }

  private static long size(ChatMessage message) {
    return switch (message) {
      case ChatMessage.System(String text) -> text.length();
      case ChatMessage.User(String text) -> text.length();
      case ChatMessage.Assistant(String text, List<ToolCall> calls) ->
          text.length() + calls.stream().mapToLong(call -> call.argumentsJson().length()).sum();
      case ChatMessage.ToolResult result -> result.text().length();
    };
  }
}
