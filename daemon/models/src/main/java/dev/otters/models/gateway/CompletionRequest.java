package dev.otters.models.gateway;

import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.ToolSchema;
import java.util.List;
import java.util.Map;

/**
 * What a provider is asked.
 *
 * @param model the model's name within the provider
 * @param messages everything that the model sees
 * @param tools what it may call, empty for none
 * @param options sampling options as the Agentfile gives them
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
