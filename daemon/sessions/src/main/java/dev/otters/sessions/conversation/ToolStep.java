package dev.otters.sessions.conversation;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Thinking;
import dev.otters.protocol.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A completion that called tools, with the results of its calls. */
final class ToolStep {
  private static final String UNKNOWN_RESULT =
      "error: no result was recorded, because the agent stopped while this call ran. "
          + "It may or may not have happened. It was not repeated.\n";

  String text = "";
  Optional<Thinking> thinking = Optional.empty();
  final Map<String, ToolCall> calls = new LinkedHashMap<>();
  final Map<String, ChatMessage.ToolResult> results = new LinkedHashMap<>();

  /** Adds the message with the calls, and a result for each of them. */
  void addTo(List<ChatMessage> messages) {
    messages.add(new ChatMessage.Assistant(text, List.copyOf(calls.values()), thinking));
    calls.values().forEach(call -> messages.add(result(call)));
  }

  private ChatMessage result(ToolCall call) {
    return Optional.<ChatMessage>ofNullable(results.get(call.id()))
        .orElseGet(() -> new ChatMessage.ToolResult(call.id(), call.name(), UNKNOWN_RESULT, true));
  }

  /** Returns the step as the last one of its attempt. */
  LastStep last(int number) {
    List<String> open = calls.keySet().stream().filter(call -> !results.containsKey(call)).toList();
    return new LastStep(number, text, List.copyOf(calls.values()), open);
  }
}
