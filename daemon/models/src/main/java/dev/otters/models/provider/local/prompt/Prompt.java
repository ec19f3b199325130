package dev.otters.models.provider.local.prompt;

import dev.otters.models.gateway.CompletionRequest;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.ToolSchema;
import java.util.List;

/**
 * Writes what a model reads: instructions, rules and examples first, which are the same to the byte
 * in every call of an agent, so that the model reads them once; then what was said.
 *
 * @param tools empty for a plain chat
 */
public record Prompt(Conversation conversation, List<ToolSchema> tools) {
  /** Copies the list. */
  public Prompt {
    tools = List.copyOf(tools);
  }

  /**
   * Makes the prompt of a request.
   *
   * @param choosesTools whether the model is to be offered the tools
   */
  public static Prompt of(CompletionRequest request, boolean choosesTools) {
    return new Prompt(
        Conversation.of(request.messages()), choosesTools ? request.tools() : List.of());
  }

  /** Returns how many turns of the conversation there are, whole or begun. */
  public int turns() {
    return conversation.turns().size();
  }

  /** Returns how many tools were called, in all turns. */
  public int calls() {
    return conversation.calls();
  }

  /** Returns the beginning that never changes. */
  String prefix() {
    String instructions = Instructions.brief(conversation.system());
    if (tools.isEmpty()) {
      return instructions.isEmpty() ? "" : ChatMl.system(instructions);
    }
    String rules = ToolPrompt.rules(tools);
    String system = instructions.isEmpty() ? rules : instructions + "\n\n" + rules;
    return ChatMl.system(system) + ToolPrompt.examples(tools);
  }

  /** Returns what may be said next, empty for anything. */
  public String grammar() {
    if (tools.isEmpty()) {
      return "";
    }
    if (conversation.repeatsItself()) {
      return Grammar.answer();
    }
    return conversation.hasJustFailed() ? Grammar.call(tools) : Grammar.answerOrCall(tools);
  }

  /**
   * Returns all of it.
   *
   * @param oldest how many of the oldest turns to leave out
   * @param resultLimit the most characters of a tool's result
   */
  public String text(int oldest, int resultLimit) {
    StringBuilder text = new StringBuilder(prefix());
    for (List<ChatMessage> turn : conversation.without(oldest).turns()) {
      turn.forEach(message -> text.append(turn(message, resultLimit)));
    }
    return text.append(ChatMl.answer()).toString();
  }

  private String turn(ChatMessage message, int resultLimit) {
    return switch (message) {
      case ChatMessage.System(String text) -> ChatMl.system(text);
      case ChatMessage.User(String text) -> ChatMl.user(text);
      case ChatMessage.Assistant assistant -> assistant(assistant);
      case ChatMessage.ToolResult result ->
          ChatMl.user(ToolPrompt.result(result.name(), Shortened.of(result.text(), resultLimit)));
    };
  }

  private String assistant(ChatMessage.Assistant assistant) {
    StringBuilder turns = new StringBuilder();
    if (!assistant.text().isEmpty()) {
      turns.append(
          ChatMl.assistant(
              tools.isEmpty() ? assistant.text() : ToolPrompt.answer(assistant.text())));
    }
    assistant.toolCalls().forEach(call -> turns.append(ChatMl.assistant(ToolPrompt.call(call))));
    return turns.toString();
  }
}
