package dev.otters.agents.endpoint;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The request of a program, in the gateway's terms.
 *
 * @param model the name as the program wrote it
 * @param options the sampling options, by the names of CONFIG keys
 * @param schema the JSON Schema of the answer; empty for any text
 * @param stream whether the program wants the answer in pieces
 * @param usage whether a stream of OpenAI's form ends with the usage
 */
record ProgramCall(
    String model,
    List<ChatMessage> messages,
    List<ToolSchema> tools,
    Map<String, String> options,
    Optional<String> schema,
    boolean stream,
    boolean usage) {

  /** Returns the request to a model, of the form {@code provider/model}. */
  CompletionRequest to(String allowed) {
    return new CompletionRequest(allowed, messages, tools, options, schema);
  }
}
