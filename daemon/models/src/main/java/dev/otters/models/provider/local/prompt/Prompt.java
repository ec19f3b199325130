package dev.otters.models.provider.local.prompt;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import java.util.List;

/**
 * The prompt of a model. It starts with instructions, rules and examples, which are identical in
 * every request of an agent, so that the model reads them once. The conversation follows.
 *
 * @param tools the tools; empty for a plain chat
 */
public record Prompt(Conversation conversation, List<ToolSchema> tools) {
  /** Copies the list. */
  public Prompt {
    tools = List.copyOf(tools);
  }

  /**
   * Returns the prompt of a request.
   *
   * @param choosesTools whether to offer the tools to the model
   */
  public static Prompt of(CompletionRequest request, boolean choosesTools) {
    return new Prompt(
        Conversation.of(request.messages()), choosesTools ? request.tools() : List.of());
  }

  /** Returns the number of turns, including an unfinished one. */
  public int turns() {
    return conversation.turns().size();
  }

  /** Returns the number of tool calls in all turns. */
  public int calls() {
    return conversation.calls();
  }

  /** Returns the constant beginning. */
  String prefix() {
    String instructions = Instructions.brief(conversation.system());
    if (tools.isEmpty()) {
      return instructions.isEmpty() ? "" : ChatMl.system(instructions);
    }
    String rules = ToolPrompt.rules(tools);
    String system = instructions.isEmpty() ? rules : instructions + "\n\n" + rules;
    return ChatMl.system(system) + ToolPrompt.examples(tools);
  }

  /** Returns the grammar of the next answer; empty for any text. */
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
   * Returns the whole prompt.
   *
   * @param oldest the number of the oldest turns to omit
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
      case ChatMessage.User(String text, _) -> ChatMl.user(text);
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
