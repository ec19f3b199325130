package dev.otters.models.gateway;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Thinking;
import dev.otters.models.chat.ToolSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  /**
   * Returns this request with the name that the model has within its provider. Thinking of other
   * models is left out.
   */
  CompletionRequest within(String name) {
    return new CompletionRequest(name, messages.stream().map(this::own).toList(), tools, options);
  }

  private ChatMessage own(ChatMessage message) {
    return message instanceof ChatMessage.Assistant(var text, var calls, Optional<Thinking> thought)
            && thought.filter(it -> !it.model().equals(model)).isPresent()
        ? new ChatMessage.Assistant(text, calls)
        : message;
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
      case ChatMessage.Assistant said ->
          said.text().length()
              + said.thinking().map(thinking -> thinking.json().length()).orElse(0)
              + said.toolCalls().stream().mapToLong(call -> call.argumentsJson().length()).sum();
      case ChatMessage.ToolResult result -> result.text().length();
    };
  }
}
