package dev.otters.resources.memory;

import dev.otters.resources.provider.ResourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads the topics in the inputs of calls. */
final class Topics {
  private static final int MOST_TOPICS = 8;
  private static final Pattern TOPIC =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{0,63}");

  private Topics() {}

  /** Returns topics in lower case, with dashes for blanks; empty if none are given. */
  static List<String> of(JsonNode input) {
    JsonNode member = input.path("topics");
    if (member.isMissingNode() || member.isNull()) {
      return List.of();
    }
    List<String> topics = new ArrayList<>();
    for (JsonNode one : member.isArray() ? member : List.of(member)) {
      String topic = one.asString("").strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", "-");
      if (!TOPIC.matcher(topic).matches()) {
        throw ResourceException.refused(
            "a topic must be a text of 1 to 64 letters, digits, dots, underscores or dashes");
      }
      topics.add(topic);
    }
    List<String> different = topics.stream().distinct().toList();
    if (different.size() > MOST_TOPICS) {
      throw ResourceException.refused("there may be at most " + MOST_TOPICS + " topics");
    }
    return different;
  }
}
