package dev.otters.sessions.wake;

import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.log.Bodies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A call of the tool with which a model schedules wakes of its own session.
 *
 * @param delay the time until the wake is due
 * @param key the key of the wake; empty for none
 */
public record WakeTool(Duration delay, String note, Optional<String> key) {
  /** The name of the tool, which is that of its capability. */
  public static final String NAME = "wake-schedule";

  /** The limit on wakes of a turn. */
  public static final int MOST = 3;

  private static final int MOST_MINUTES = 24 * 60;

  private static final Set<String> MEMBERS = Set.of("minutes", "note", "key");

  private static final String INPUT =
      """
      {"type":"object","properties":{\
      "minutes":{"type":"integer","minimum":1,"maximum":1440,\
      "description":"The minutes from now until the turn begins."},\
      "note":{"type":"string","description":"The message that you get then."},\
      "key":{"type":"string","description":"A name. While a wake with this name waits, nothing is scheduled."}},\
      "required":["minutes","note"],"additionalProperties":false}\
      """;

  /** The tool as models see it. */
  public static final ToolSchema SCHEMA =
      new ToolSchema(
          NAME,
          "Schedules a later turn of this conversation, such as to look at something again. At most"
              + " three per turn, each within 24 hours.",
          INPUT);

  /** Returns whether a call of this name among these tools is one of this tool. */
  public static boolean isCalled(String name, List<ToolSchema> tools) {
    return name.equals(NAME)
        && tools.stream()
            .anyMatch(
                tool ->
                    tool.name().equals(NAME)
                        && !tool.parametersJson().equals(ToolSchema.BIN_INPUT));
  }

  /**
   * Reads the input of a call. Throws an {@link IllegalArgumentException} that says what is wrong.
   */
  public static WakeTool parse(String json) {
    JsonNode input = read(json);
    Set<String> unknown = new TreeSet<>(input.propertyNames());
    unknown.removeAll(MEMBERS);
    JsonNode minutes = input.path("minutes");
    JsonNode note = input.path("note");
    JsonNode key = input.path("key");
    boolean named = key.isString() || key.isMissingNode() || key.isNull();
    if (!unknown.isEmpty() || !minutes.isIntegralNumber() || !note.isString() || !named) {
      throw new IllegalArgumentException(
          "the input must be {\"minutes\": NUMBER, \"note\": TEXT, \"key\": TEXT}; key is"
              + " optional");
    }
    if (!minutes.canConvertToInt() || minutes.asInt() < 1 || minutes.asInt() > MOST_MINUTES) {
      throw new IllegalArgumentException("minutes must be from 1 to " + MOST_MINUTES);
    }
    return new WakeTool(
        Duration.ofMinutes(minutes.asInt()),
        note.asString(),
        Optional.of(key).filter(JsonNode::isString).map(JsonNode::asString));
  }

  private static JsonNode read(String json) {
    try {
      return Bodies.read(json);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("the input is not JSON", e);
    }
  }
}
