package dev.otters.llama;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Parses requests. */
final class RequestReader {
  static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private final Map<String, String> members = new HashMap<>();
  private final List<String> stop = new ArrayList<>();

  private RequestReader() {}

  /**
   * Parses one line.
   *
   * @throws IllegalArgumentException if the line is not a request
   */
  static Request read(byte[] line) {
    RequestReader reader = new RequestReader();
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), line)) {
      reader.members(parser);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    return reader.request();
  }

  private void members(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("a request is a JSON object");
    }
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
          stop.add(parser.getString());
        }
      } else if (token.isScalarValue()) {
        members.put(name, parser.getString());
      } else {
        throw new IllegalArgumentException("unexpected object in \"" + name + "\"");
      }
    }
  }

  private Request request() {
    int id = Integer.parseInt(text("id"));
    return switch (text("type")) {
      case "complete" ->
          new Request.Complete(
              id,
              text("prompt"),
              text("grammar"),
              Double.parseDouble(text("temperature")),
              Double.parseDouble(text("topP")),
              Integer.parseInt(text("seed")),
              Integer.parseInt(text("maxTokens")),
              stop);
      case "cancel" -> new Request.Cancel(id);
      case "count" -> new Request.Count(id, text("text"));
      default -> throw new IllegalArgumentException("unknown type " + text("type"));
    };
  }

  private String text(String name) {
    String value = members.get(name);
    if (value == null) {
      throw new IllegalArgumentException("\"" + name + "\" is missing");
    }
    return value;
  }
}
