package dev.otters.models.gateway;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.ToolSchema;
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
}
