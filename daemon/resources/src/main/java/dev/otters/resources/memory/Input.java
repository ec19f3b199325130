package dev.otters.resources.memory;

import dev.otters.resources.provider.ResourceCall;
import dev.otters.resources.provider.ResourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads the inputs of calls, whose members models choose. */
final class Input {
  private static final int MOST_TOPICS = 8;
  private static final Pattern TOPIC =
      Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]{0,63}");

  private Input() {}

  /** Refuses members of other names, so that a misspelt one is not ignored. */
  static void members(JsonNode input, String... names) {
    if (!input.isObject()) {
      throw ResourceException.refused("the input must be a JSON object");
    }
    Set<String> unknown = new TreeSet<>(input.propertyNames());
    unknown.removeAll(Set.of(names));
    unknown.remove(ResourceCall.NAMESPACE);
    if (!unknown.isEmpty()) {
      throw ResourceException.refused("the input may only have " + String.join(", ", names));
    }
  }

  /** Returns a text; empty if it is absent or null. */
  static Optional<String> text(JsonNode input, String name) {
    JsonNode member = input.path(name);
    if (member.isMissingNode() || member.isNull()) {
      return Optional.empty();
    }
    if (!member.isString()) {
      throw ResourceException.refused(name + " must be a text");
    }
    return Optional.of(member.asString());
  }

  /** Returns topics in lower case, with dashes for blanks; empty if none are given. */
  static List<String> topics(JsonNode input) {
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

  /** Returns the limit on results. */
  static int limit(JsonNode input, int usual, int most) {
    JsonNode member = input.path("limit");
    if (member.isMissingNode() || member.isNull()) {
      return usual;
    }
    if (!member.isIntegralNumber()
        || !member.canConvertToInt()
        || member.asInt() < 1
        || member.asInt() > most) {
      throw ResourceException.refused("limit must be a whole number from 1 to " + most);
    }
    return member.asInt();
  }
}
