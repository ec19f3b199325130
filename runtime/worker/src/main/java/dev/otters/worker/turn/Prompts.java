package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.ChatMessage;
import java.util.ArrayList;
import java.util.List;

/** Texts of the runtime itself, to the model and in its place. */
final class Prompts {
  private Prompts() {}

  /**
   * Returns the messages of a turn's first completion: the system prompt and the transcript, with
   * the recovery note before its last user message.
   */
  static List<ChatMessage> messages(String systemPrompt, Activation activation) {
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(new ChatMessage.System(systemPrompt));
    messages.addAll(activation.transcript());
    activation
        .recoveryNote()
        .ifPresent(note -> messages.add(lastUserMessage(messages), recovery(note)));
    return messages;
  }

  static String outOfSteps(String textSoFar, int steps) {
    String note = "[Stopped without an answer after " + steps(steps) + " (CONFIG max-iterations).]";
    return textSoFar.isBlank() ? note : textSoFar + "\n\n" + note;
  }

  static String steps(int number) {
    return number + (number == 1 ? " step" : " steps");
  }

  static String outOfTokens(String text) {
    return text.isBlank() ? "[The model reached its token limit without an answer.]" : text;
  }

  private static ChatMessage recovery(String note) {
    return new ChatMessage.User("[A note from Otters, not from the user] " + note);
  }

  private static int lastUserMessage(List<ChatMessage> messages) {
    for (int at = messages.size() - 1; at > 0; at--) {
      if (messages.get(at) instanceof ChatMessage.User) {
        return at;
      }
    }
    return messages.size();
  }
}
