package dev.otters.api;

import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads values of given types. A read starts at the first token of a value and ends at its last.
 */
final class ValueReader {
  private final JsonParser json;

  ValueReader(JsonParser json) {
    this.json = json;
  }

  @Nullable Object read(Type type) {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class ? readList(arguments[0]) : readMap(arguments[1]);
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return readRecord(RecordShape.of(plain));
    }
    if (plain == byte[].class) {
      expect(JsonToken.VALUE_STRING, "base64");
      return json.getBinaryValue();
    }
    if (plain.isArray()) {
      List<@Nullable Object> elements = readList(plain.getComponentType());
      Object[] array = (Object[]) Array.newInstance(plain.getComponentType(), elements.size());
      return elements.toArray(array);
    }
    if (plain == Map.class) {
      return readMap(Object.class);
    }
    if (plain == List.class) {
      return readList(Object.class);
    }
    return plain == Object.class ? readAny() : readScalar(plain);
  }

  private Object readRecord(RecordShape shape) {
    expect(JsonToken.START_OBJECT, "an object");
    List<RecordShape.Component> members = shape.members();
    @Nullable Object[] values = new @Nullable Object[members.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = members.get(i).absent();
    }
    while (json.nextToken() != JsonToken.END_OBJECT) {
      int index = shape.indexOf(json.currentName());
      json.nextToken();
      if (index < 0) {
        json.skipChildren();
      } else if (json.currentToken() != JsonToken.VALUE_NULL) {
        values[index] = read(members.get(index).type());
      }
    }
    try {
      return shape.make(values);
    } catch (RuntimeException e) {
      String type = shape.constructor().getDeclaringClass().getSimpleName();
      throw new IllegalArgumentException(
          "not a " + type + ": " + e.getMessage() + Json.place(json.currentTokenLocation()), e);
    }
  }

  private List<@Nullable Object> readList(Type type) {
    expect(JsonToken.START_ARRAY, "an array");
    List<@Nullable Object> list = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      list.add(read(type));
    }
    return list;
  }

  private Map<String, @Nullable Object> readMap(Type type) {
    expect(JsonToken.START_OBJECT, "an object");
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      json.nextToken();
      map.put(name, read(type));
    }
    return map;
  }

  private @Nullable Object readAny() {
    return switch (json.currentToken()) {
      case START_OBJECT -> readMap(Object.class);
      case START_ARRAY -> readList(Object.class);
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getNumberValue();
      default -> json.getString();
    };
  }

  private @Nullable Object readScalar(Class<?> type) {
    if (type == boolean.class) {
      JsonToken token = json.currentToken();
      if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
        throw unexpected("true or false");
      }
      return token == JsonToken.VALUE_TRUE;
    }
    if (type == int.class || type == Integer.class) {
      return number().getIntValue();
    }
    if (type == long.class || type == Long.class) {
      return number().getLongValue();
    }
    if (type == double.class || type == Double.class) {
      return number().getDoubleValue();
    }
    expect(JsonToken.VALUE_STRING, "text");
    return readText(type, json.getString());
  }

  private @Nullable Object readText(Class<?> type, String text) {
    if (type == String.class) {
      return text;
    }
    if (type == Instant.class) {
      try {
        return Instant.parse(text);
      } catch (DateTimeException e) {
        throw unexpected("a time");
      }
    }
    if (!type.isEnum()) {
      throw new IllegalArgumentException(type.getName() + " has no form in JSON");
    }
    for (Object constant : type.getEnumConstants()) {
      if (constant.toString().equals(text)) {
        return constant;
      }
    }
    return null;
  }

  private JsonParser number() {
    JsonToken token = json.currentToken();
    if (token != JsonToken.VALUE_NUMBER_INT && token != JsonToken.VALUE_NUMBER_FLOAT) {
      throw unexpected("a number");
    }
    return json;
  }

  private void expect(JsonToken token, String expected) {
    if (json.currentToken() != token) {
      throw unexpected(expected);
    }
  }

  private IllegalArgumentException unexpected(String expected) {
    String name = json.currentName();
    String of = name == null ? "" : "'" + name + "': ";
    return new IllegalArgumentException(
        of + "expected " + expected + Json.place(json.currentTokenLocation()));
  }
}
