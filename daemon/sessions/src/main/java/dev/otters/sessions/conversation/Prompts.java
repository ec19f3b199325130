package dev.otters.sessions.conversation;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Texts of Otters itself, to the model and in its place. */
public final class Prompts {
  private Prompts() {}

  /**
   * Returns the messages of a request: the system prompt and the conversation, with the recovery
   * note before its last user message.
   *
   * @param note the recovery note; empty for none
   */
  public static List<ChatMessage> messages(
      String systemPrompt, List<ChatMessage> conversation, String note) {
    List<ChatMessage> messages = new ArrayList<>();
    messages.add(new ChatMessage.System(systemPrompt));
    messages.addAll(conversation);
    if (!note.isEmpty()) {
      messages.add(lastUserMessage(messages), recovery(note));
    }
    return messages;
  }

  /** Returns the answer of a turn that has used up its completions. */
  public static String outOfSteps(String textSoFar, int most) {
    String steps = most + (most == 1 ? " step" : " steps");
    String note = "[Stopped without an answer after " + steps + " (CONFIG max-iterations).]";
    return textSoFar.isBlank() ? note : textSoFar + "\n\n" + note;
  }

  /** Returns the text of a completion, with a note if it was refused or cut. */
  public static String shown(Completion completion) {
    String text = completion.text();
    return switch (completion.stopReason()) {
      case REFUSED -> refused(text);
      case MAX_TOKENS ->
          text.isBlank() ? "[The model reached its token limit without an answer.]" : text;
      case END_TURN, TOOL_USE, INTERRUPTED -> text;
    };
  }

  private static String refused(String text) {
    String note = "[The model refused to answer.]";
    return text.isBlank() ? note : text + "\n\n" + note;
  }

  /** Returns the message that tells the model what is wrong with its answer. */
  static ChatMessage.User mismatch(String why) {
    return new ChatMessage.User(
        "[A note from Otters, not from the user] Your answer does not match the JSON Schema: "
            + why
            + ". Answer again, with one JSON document that matches the schema and nothing else.");
  }

  /**
   * Returns how a message begins that a wake is.
   *
   * @param due the time at which it was due
   * @param late how much later it came; zero if that does not matter
   */
  static String wake(String due, Duration late) {
    long minutes = late.toMinutes();
    String delay =
        minutes == 0 ? "" : ", " + minutes + (minutes == 1 ? " minute" : " minutes") + " late";
    return "[A scheduled wake, due at " + due + delay + "]";
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
