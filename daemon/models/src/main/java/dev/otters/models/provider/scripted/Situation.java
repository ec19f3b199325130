package dev.otters.models.provider.scripted;

import dev.otters.models.chat.ChatMessage;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The part of a conversation that rules match.
 *
 * @param user the last message of the user; empty for none
 * @param results the tool results at the end of the conversation; empty for none
 * @param step the number of the completion since the last message of the user, from 1
 * @param calls the number of tool calls in the whole conversation
 */
record Situation(String user, List<ChatMessage.ToolResult> results, int step, int calls) {
  private static final Pattern NOTHING = Pattern.compile("");

  static Situation of(List<ChatMessage> messages) {
    int lastUser = last(messages, ChatMessage.User.class);
    int lastAnswer = last(messages, ChatMessage.Assistant.class);
    String user = lastUser < 0 ? "" : ((ChatMessage.User) messages.get(lastUser)).text();
    long steps =
        messages.stream()
            .skip(lastUser + 1L)
            .filter(ChatMessage.Assistant.class::isInstance)
            .count();
    List<ChatMessage.ToolResult> results =
        messages.stream()
            .skip(Math.max(lastUser, lastAnswer) + 1L)
            .filter(ChatMessage.ToolResult.class::isInstance)
            .map(ChatMessage.ToolResult.class::cast)
            .toList();
    int calls =
        messages.stream()
            .filter(ChatMessage.Assistant.class::isInstance)
            .mapToInt(message -> ((ChatMessage.Assistant) message).toolCalls().size())
            .sum();
    return new Situation(user, results, (int) steps + 1, calls);
  }

  private static int last(List<ChatMessage> messages, Class<?> type) {
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (type.isInstance(messages.get(i))) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the match of the last condition of a rule; empty if the rule does not apply. */
  Optional<MatchResult> match(Rule rule) {
    if (rule.step().isPresent() && rule.step().getAsInt() != step) {
      return Optional.empty();
    }
    Optional<MatchResult> found = Optional.of(found(NOTHING.matcher("")));
    if (rule.user().isPresent()) {
      boolean stale = rule.result().isEmpty() && !results.isEmpty();
      found = stale ? Optional.empty() : find(rule.user().get(), user);
    }
    if (rule.result().isPresent() && found.isPresent()) {
      found = match(rule.result().get());
    }
    return found;
  }

  private Optional<MatchResult> match(Rule.Result condition) {
    return results.stream()
        .filter(result -> condition.tool().map(result.name()::equals).orElse(true))
        .map(result -> find(condition.matches().orElse(NOTHING), result.text()))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<MatchResult> find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.toMatchResult()) : Optional.empty();
  }

  private static MatchResult found(Matcher matcher) {
    matcher.find();
    return matcher.toMatchResult();
  }
}
