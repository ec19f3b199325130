package dev.otters.models.provider.local.prompt;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.List;

/**
 * A conversation in turns, which are kept or dropped as a whole.
 *
 * @param turns the turns; each starts with a message of the user, except perhaps the first
 */
record Conversation(String system, List<List<ChatMessage>> turns) {
  private static final int MOST_RETRIES = 2;

  /** Copies the lists. */
  Conversation {
    turns = turns.stream().map(List::copyOf).toList();
  }

  static Conversation of(List<ChatMessage> messages) {
    StringBuilder system = new StringBuilder();
    List<List<ChatMessage>> turns = new ArrayList<>();
    for (ChatMessage message : messages) {
      if (message instanceof ChatMessage.System(String text)) {
        system.append(system.isEmpty() ? "" : "\n\n").append(text);
      } else {
        if (turns.isEmpty() || message instanceof ChatMessage.User) {
          turns.add(new ArrayList<>());
        }
        turns.getLast().add(message);
      }
    }
    return new Conversation(system.toString(), turns);
  }

  /** Returns the conversation without its oldest turns. */
  Conversation without(int oldest) {
    return new Conversation(system, turns.subList(oldest, turns.size()));
  }

  /** Returns the number of tool calls in all turns. */
  int calls() {
    return turns.stream().mapToInt(turn -> callsOf(turn).size()).sum();
  }

  /** Returns whether the newest turn contains the same call twice. */
  boolean repeatsItself() {
    if (turns.isEmpty()) {
      return false;
    }
    List<String> calls =
        callsOf(turns.getLast()).stream()
            .map(call -> call.name() + " " + call.argumentsJson())
            .toList();
    return calls.stream().distinct().count() < calls.size();
  }

  /**
   * Returns whether the newest message is a failed call, such as a search without a match, and one
   * of the first failures of its turn.
   */
  boolean hasJustFailed() {
    if (turns.isEmpty() || !isFailure(turns.getLast().getLast())) {
      return false;
    }
    return turns.getLast().stream().filter(Conversation::isFailure).count() <= MOST_RETRIES;
  }

  private static boolean isFailure(ChatMessage message) {
    return message instanceof ChatMessage.ToolResult result && result.isError();
  }

  private static List<ToolCall> callsOf(List<ChatMessage> turn) {
    return turn.stream()
        .filter(ChatMessage.Assistant.class::isInstance)
        .flatMap(message -> ((ChatMessage.Assistant) message).toolCalls().stream())
        .toList();
  }
}
