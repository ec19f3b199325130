package dev.otters.models.provider.local;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A message of the child process; the module {@code llama} describes the protocol. */
sealed interface ChildMessage {
  /** The model is loaded. */
  record Ready() implements ChildMessage {}

  /** The model cannot be loaded. */
  record Failed(String reason, String message) implements ChildMessage {}

  /** More text. */
  record Delta(int id, String text) implements ChildMessage {}

  /** A completion has ended. */
  record Done(int id, int promptTokens, int outputTokens, String stopReason)
      implements ChildMessage {}

  /** The number of tokens of a text. */
  record Counted(int id, int tokens) implements ChildMessage {}

  /** A request was rejected. */
  record Refused(int id, String message) implements ChildMessage {}

  /** The connection has ended. */
  record Gone() implements ChildMessage {}

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException if the message is unknown
   */
  static ChildMessage read(byte[] line) {
    JsonNode json;
    try {
      json = Lines.MAPPER.readTree(line);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    int id = json.path("id").asInt(0);
    String type = json.path("type").asString("");
    return switch (type) {
      case "ready" -> new Ready();
      case "failed" -> new Failed(text(json, "reason"), text(json, "message"));
      case "delta" -> new Delta(id, text(json, "text"));
      case "done" ->
          new Done(
              id,
              number(json, "promptTokens"),
              number(json, "outputTokens"),
              text(json, "stopReason"));
      case "counted" -> new Counted(id, number(json, "tokens"));
      case "error" -> new Refused(id, text(json, "message"));
      default -> throw new IllegalArgumentException("unknown type \"" + type + "\"");
    };
  }

  private static String text(JsonNode json, String name) {
    return json.path(name).asString("");
  }

  private static int number(JsonNode json, String name) {
    return json.path(name).asInt(0);
  }

  /** Returns the request for a completion. */
  static byte[] complete(int id, GenerationRequest ask) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("type", "complete");
    members.put("id", id);
    members.put("prompt", ask.prompt());
    members.put("grammar", ask.grammar());
    members.put("temperature", ask.sampling().temperature());
    members.put("topP", ask.sampling().topP());
    members.put("seed", ask.sampling().seed());
    members.put("maxTokens", ask.sampling().maxTokens());
    members.put("stop", ask.stop());
    return Lines.write(members);
  }

  /** Returns the request to cancel a completion. */
  static byte[] cancel(int id) {
    return Lines.write(Map.of("type", "cancel", "id", id));
  }

  /** Returns the request to count tokens. */
  static byte[] count(int id, String text) {
    return Lines.write(Map.of("type", "count", "id", id, "text", text));
  }

  /** Writes lines. */
  final class Lines {
    private static final JsonMapper MAPPER = new JsonMapper();

    private Lines() {}

    private static byte[] write(Map<String, Object> members) {
      return (MAPPER.writeValueAsString(members) + "\n").getBytes(StandardCharsets.UTF_8);
    }
  }
}
