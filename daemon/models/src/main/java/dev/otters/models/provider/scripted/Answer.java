package dev.otters.models.provider.scripted;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.ToolCall;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer that no model gives.
 *
 * @param text empty if it only calls tools
 * @param calls empty for none
 */
record Answer(String text, List<ToolCall> calls) {
  private static final Pattern PIECE = Pattern.compile("\\S+\\s*|\\s+");
  private static final int CHARACTERS_PER_TOKEN = 4;

  Answer {
    calls = List.copyOf(calls);
  }

  /**
   * Passes the text on word by word, with a pause before each, and returns the completion. A token
   * counts as four characters.
   */
  Completion speak(List<ChatMessage> request, Duration delay, Consumer<String> listener)
      throws InterruptedException {
    Matcher piece = PIECE.matcher(text);
    while (piece.find()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (delay.isPositive()) {
        Thread.sleep(delay);
      }
      listener.accept(piece.group());
    }
    StopReason reason = calls.isEmpty() ? StopReason.END_TURN : StopReason.TOOL_USE;
    long output =
        text.length() + calls.stream().mapToLong(call -> call.argumentsJson().length()).sum();
    return new Completion(text, calls, reason, new Usage(tokens(size(request)), tokens(output)));
  }

  private static long size(List<ChatMessage> messages) {
    return messages.stream()
        .mapToLong(
            message ->
                switch (message) {
                  case ChatMessage.System(String text) -> text.length();
                  case ChatMessage.User(String text, _) -> text.length();
                  case ChatMessage.Assistant(String text, var calls, _) ->
                      text.length()
                          + calls.stream().mapToLong(call -> call.argumentsJson().length()).sum();
                  case ChatMessage.ToolResult result -> result.text().length();
                })
        .sum();
  }

  private static long tokens(long characters) {
    return (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN;
  }
}
