package dev.otters.resources.provider;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Reads the inputs of calls, whose members models choose. Refuses wrong ones. */
public final class Input {
  private Input() {}

  /** Refuses members of other names, so that a misspelt one is not ignored. */
  public static void members(JsonNode input, String... names) {
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
  public static Optional<String> text(JsonNode input, String name) {
    JsonNode member = input.path(name);
    if (member.isMissingNode() || member.isNull()) {
      return Optional.empty();
    }
    if (!member.isString()) {
      throw ResourceException.refused(name + " must be a text");
    }
    return Optional.of(member.asString());
  }

  /** Returns the limit on results. */
  public static int limit(JsonNode input, int usual, int most) {
    return number(input, "limit", usual, 1, most);
  }

  /** Returns a whole number in a range; the usual one if it is absent or null. */
  public static int number(JsonNode input, String name, int usual, int least, int most) {
    JsonNode member = input.path(name);
    if (member.isMissingNode() || member.isNull()) {
      return usual;
    }
    if (!member.isIntegralNumber()
        || !member.canConvertToInt()
        || member.asInt() < least
        || member.asInt() > most) {
      throw ResourceException.refused(
          name + " must be a whole number from " + least + " to " + most);
    }
    return member.asInt();
  }
}
