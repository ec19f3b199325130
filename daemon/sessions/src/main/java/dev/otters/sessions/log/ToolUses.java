package dev.otters.sessions.log;

import dev.otters.protocol.EventBody.ToolUse;
import dev.otters.protocol.ToolInput;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads the tool calls of logs, which keep the model's text only. Older releases kept its parts.
 */
public final class ToolUses {
  private ToolUses() {}

  /** Reads the body of a tool call, also of an older release. */
  public static ToolUse read(String body) {
    JsonNode use = Bodies.read(body);
    return new ToolUse(
        use.path("call").asString(),
        use.path("name").asString(),
        use.path("step").asInt(),
        raw(use));
  }

  private static String raw(JsonNode use) {
    JsonNode text = use.path(use.has("raw") ? "raw" : "input");
    if (text.isString()) {
      return text.asString();
    }
    List<String> args = use.path("args").valueStream().map(JsonNode::asString).toList();
    return new ToolInput(args, use.path("stdin").asString("")).toJson();
  }

  /** Returns the body as readers of the log see it: with the arguments and the input. */
  public static String shown(String body) {
    try {
      return Bodies.of(shown(read(body)));
    } catch (JacksonException _) {
      return body;
    }
  }

  /** Returns the body of a call of a client's tool as readers of the log see it: with the input. */
  static String shownCustom(String body) {
    JsonNode use = Bodies.read(body);
    Map<String, Object> shown = new HashMap<>();
    use.forEachEntry(shown::put);
    try {
      shown.put("input", Bodies.read(raw(use)));
    } catch (JacksonException _) {
      shown.put("input", raw(use));
    }
    return Bodies.of(shown);
  }

  private static Map<String, Object> shown(ToolUse use) {
    Map<String, Object> shown = new HashMap<>();
    shown.put("call", use.call());
    shown.put("name", use.name());
    shown.put("step", use.step());
    shown.put("raw", use.raw());
    try {
      ToolInput input = ToolInput.parse(use.raw());
      shown.put("args", input.args());
      shown.put("stdin", input.stdin());
    } catch (IllegalArgumentException _) {
      shown.put("args", List.of());
      shown.put("stdin", "");
      shown.put("input", use.raw());
    }
    return shown;
  }
}
