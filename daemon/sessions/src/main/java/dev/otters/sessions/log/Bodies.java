package dev.otters.sessions.log;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.otters.protocol.EventBody;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads and writes the JSON bodies of events. Equal bodies have equal text. */
public final class Bodies {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Bodies() {}

  /** Returns a body as JSON. */
  public static String of(Map<String, ?> fields) {
    return JSON.writeValueAsString(new TreeMap<>(fields));
  }

  /** Returns a body as JSON. */
  public static String of(EventBody body) {
    return JSON.writeValueAsString(body);
  }

  /**
   * Returns JSON with the members of its objects in order, so that equal values have equal text.
   */
  public static String canonical(String json) {
    return JSON.writer()
        .with(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
        .writeValueAsString(JSON.readTree(json));
  }

  /** Reads a body. */
  public static JsonNode read(String body) {
    return JSON.readTree(body);
  }

  /** Returns JSON with the same structure, without the secrets in its names and values. */
  public static JsonNode hidden(JsonNode json, UnaryOperator<String> redactor) {
    if (json instanceof ObjectNode object) {
      ObjectNode clean = JSON.createObjectNode();
      object
          .properties()
          .forEach(it -> clean.set(redactor.apply(it.getKey()), hidden(it.getValue(), redactor)));
      return clean;
    }
    if (json instanceof ArrayNode array) {
      ArrayNode clean = JSON.createArrayNode();
      array.forEach(it -> clean.add(hidden(it, redactor)));
      return clean;
    }
    String text = json.asString();
    String clean = redactor.apply(text);
    return clean.equals(text) ? json : StringNode.valueOf(clean);
  }

  /** Reads a body. */
  public static <T extends EventBody> T read(String body, Class<T> type) {
    return JSON.readValue(body, type);
  }
}
