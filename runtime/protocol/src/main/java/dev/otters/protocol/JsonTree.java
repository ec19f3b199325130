package dev.otters.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses a JSON object into maps, lists, strings, booleans and numbers. Null members are left out;
 * duplicate members are refused.
 */
final class JsonTree {
  /** A number as it was written. */
  record JsonNumber(String text) {
    @Override
    public String toString() {
      return text;
    }
  }

  /** A null in a list. */
  enum JsonNull {
    NULL
  }

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(100)
                  .maxTokenCount(Protocol.MAX_TOKENS)
                  .maxStringLength(Protocol.MAX_LINE_BYTES)
                  .build())
          .build();

  private JsonTree() {}

  static Map<String, Object> parse(byte[] json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      return document(parser);
    } catch (JacksonException failure) {
      throw problem(failure);
    }
  }

  static Map<String, Object> parse(String json) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      return document(parser);
    } catch (JacksonException failure) {
      throw problem(failure);
    }
  }

  private static JsonProblem problem(JacksonException failure) {
    return new JsonProblem("not well-formed: " + failure.getOriginalMessage(), failure);
  }

  private static Map<String, Object> document(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new JsonProblem("not a JSON object");
    }
    Map<String, Object> members = object(parser);
    if (parser.nextToken() != null) {
      throw new JsonProblem("unexpected text after the JSON object");
    }
    return members;
  }

  private static Map<String, Object> object(JsonParser parser) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      Object value = value(parser, parser.nextToken());
      if (value != JsonNull.NULL) {
        members.put(name, value);
      }
    }
    return members;
  }

  private static List<Object> list(JsonParser parser) {
    List<Object> items = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      items.add(value(parser, token));
    }
    return items;
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> Unicode.mended(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> JsonNull.NULL;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonNumber(parser.getString());
      default -> throw new JsonProblem("unexpected " + token);
    };
  }
}
