package dev.otters.models.gateway;

import dev.otters.api.session.MessageFile;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Thinking;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
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
 * @param schema the JSON Schema that an answer without tool calls must match; empty for any text
 */
public record CompletionRequest(
    String model,
    List<ChatMessage> messages,
    List<ToolSchema> tools,
    Map<String, String> options,
    Optional<String> schema) {
  private static final String INSTRUCTION =
      """
      [A note from Otters, not from the user] Your final answer to the next message must be one JSON document that matches the JSON \
      Schema below, and nothing else: no other text, no code fence. You may call tools before.

      """;

  /** More bytes than the tokens around a message, a call or a tool have, at three bytes each. */
  private static final int FRAME = 30;

  /** Copies the collections. */
  public CompletionRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    options = Map.copyOf(options);
  }

  /** Creates a request for any text. */
  public CompletionRequest(
      String model,
      List<ChatMessage> messages,
      List<ToolSchema> tools,
      Map<String, String> options) {
    this(model, messages, tools, options, Optional.empty());
  }

  /**
   * Returns this request with its schema as an instruction before the last message of the user, for
   * a model that takes no schema.
   */
  public CompletionRequest instructed() {
    if (schema.isEmpty()) {
      return this;
    }
    List<ChatMessage> told = new ArrayList<>(messages);
    int last = told.size();
    while (last > 0 && !(told.get(last - 1) instanceof ChatMessage.User)) {
      last--;
    }
    told.add(Math.max(0, last - 1), new ChatMessage.User(INSTRUCTION + schema.get()));
    return new CompletionRequest(model, told, tools, options);
  }

  /**
   * Returns this request with the name that the model has within its provider. Thinking of other
   * models is left out.
   */
  CompletionRequest within(String name) {
    return new CompletionRequest(
        name, messages.stream().map(this::own).toList(), tools, options, schema);
  }

  private ChatMessage own(ChatMessage message) {
    return message instanceof ChatMessage.Assistant(var text, var calls, Optional<Thinking> thought)
            && thought.filter(it -> !it.model().equals(model)).isPresent()
        ? new ChatMessage.Assistant(text, calls)
        : message;
  }

  /** Returns whether images or PDFs are part of the conversation. */
  boolean hasFiles() {
    return messages.stream()
        .anyMatch(message -> message instanceof ChatMessage.User user && !user.files().isEmpty());
  }

  /** Returns about how many bytes the request has, of which a file counts its weight. */
  public long size() {
    return messages.stream().mapToLong(CompletionRequest::size).sum()
        + tools.stream()
            .mapToLong(
                tool ->
                    FRAME
                        + bytes(tool.name())
                        + bytes(tool.description())
                        + bytes(tool.parametersJson()))
            .sum()
        + schema.map(text -> INSTRUCTION.length() + bytes(text)).orElse(0L);
  }

  private static long size(ChatMessage message) {
    return FRAME
        + switch (message) {
          case ChatMessage.System(String text) -> bytes(text);
          case ChatMessage.User(String text, var files) ->
              bytes(text) + files.stream().mapToLong(MessageFile::weight).sum();
          case ChatMessage.Assistant said ->
              bytes(said.text())
                  + said.thinking().map(thinking -> bytes(thinking.json())).orElse(0L)
                  + said.toolCalls().stream().mapToLong(CompletionRequest::size).sum();
          case ChatMessage.ToolResult result ->
              bytes(result.callId()) + bytes(result.name()) + bytes(result.text());
        };
  }

  private static long size(ToolCall call) {
    return FRAME + bytes(call.id()) + bytes(call.name()) + bytes(call.argumentsJson());
  }

  /** Returns the length of a text in UTF-8. Half a character counts as a whole one. */
  static long bytes(CharSequence text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}
