package dev.otters.agents.deaths;

import dev.otters.home.store.Database;
import dev.otters.models.chat.ChatMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What a request tells the model of the messages of its session: their texts, and what a summary
 * says of earlier ones.
 *
 * @param summarizes whether the request asks for a summary
 * @param ids the plans of the messages, in the order of the conversation
 */
record Recall(boolean summarizes, List<String> ids) {
  private static final String SUMMARY = "They spoke of ";
  private static final Pattern TOLD = Pattern.compile("plan (\\w+):|" + SUMMARY + "([\\w ]+)");
  private static final String STORED =
      "SELECT 1 FROM events WHERE type = 'session.compacted' AND json_extract(body, '$.summary') ="
          + " ?";

  /** Returns what a conversation tells. */
  static Recall of(List<ChatMessage> messages) {
    boolean summarizes = false;
    List<String> ids = new ArrayList<>();
    for (ChatMessage message : messages) {
      switch (message) {
        case ChatMessage.System(String text) -> summarizes |= text.startsWith("You summarize");
        case ChatMessage.User(String text, _) ->
            TOLD.matcher(text).results().forEach(told -> ids.addAll(ids(told)));
        default -> {}
      }
    }
    return new Recall(summarizes, ids);
  }

  private static List<String> ids(MatchResult told) {
    return told.group(1) == null
        ? List.of(told.group(2).strip().split(" ", -1))
        : List.of(told.group(1));
  }

  /** Returns the summary that the model writes. */
  String summary() {
    return SUMMARY + String.join(" ", ids);
  }

  /** Returns whether the log has this summary. */
  boolean isStored(Database database) {
    return database.read(rows -> rows.any(STORED, summary()));
  }

  /** Returns whether all messages from the first on are there, each once. */
  boolean isWhole() {
    return ids.equals(IntStream.rangeClosed(1, ids.size()).mapToObj(it -> "m" + it).toList());
  }
}
