package dev.otters.credentials;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * Reads and writes a JSON object as maps, lists and scalars. Java's null stands for JSON's null.
 */
final class Json {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final ObjectWriteContext INDENTED =
      new ObjectWriteContext.Base() {
        @Override
        public DefaultPrettyPrinter getPrettyPrinter() {
          return new DefaultPrettyPrinter();
        }
      };

  private Json() {}

  /** Parses a JSON object; empty if {@code text} is anything else. */
  static Optional<Map<String, @Nullable Object>> parse(byte[] text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      Map<String, @Nullable Object> root = object(parser);
      return parser.nextToken() == null ? Optional.of(root) : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  static byte[] write(Map<String, ? extends @Nullable Object> root, boolean indented) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ObjectWriteContext context = indented ? INDENTED : ObjectWriteContext.empty();
    try (JsonGenerator generator = FACTORY.createGenerator(context, out)) {
      write(generator, root);
    }
    return out.toByteArray();
  }

  /** Returns the object at {@code key}; empty if it is missing, null or of another type. */
  @SuppressWarnings("unchecked")
  static Optional<Map<String, @Nullable Object>> object(
      Map<String, ? extends @Nullable Object> parent, String key) {
    return parent.get(key) instanceof Map<?, ?> map
        ? Optional.of((Map<String, @Nullable Object>) map)
        : Optional.empty();
  }

  /** Returns the text at {@code key}; empty if it is missing, empty or of another type. */
  static Optional<String> text(Map<String, ? extends @Nullable Object> parent, String key) {
    return parent.get(key) instanceof String text && !text.isEmpty()
        ? Optional.of(text)
        : Optional.empty();
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      map.put(key, value(parser));
    }
    return map;
  }

  private static @Nullable Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> parser.getBigIntegerValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static List<@Nullable Object> list(JsonParser parser) {
    List<@Nullable Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(parser));
    }
    return list;
  }

  private static void write(JsonGenerator generator, @Nullable Object value) {
    switch (value) {
      case Map<?, ?> map -> {
        generator.writeStartObject();
        map.forEach(
            (key, child) -> {
              generator.writeName(String.valueOf(key));
              write(generator, child);
            });
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        list.forEach(child -> write(generator, child));
        generator.writeEndArray();
      }
      case String text -> generator.writeString(text);
      case java.math.BigInteger number -> generator.writeNumber(number);
      case java.math.BigDecimal number -> generator.writeNumber(number);
      case Boolean flag -> generator.writeBoolean(flag);
      case null -> generator.writeNull();
      default -> throw new IllegalArgumentException("not a JSON value: " + value.getClass());
    }
  }
}
