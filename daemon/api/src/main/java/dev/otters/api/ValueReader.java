package dev.otters.api;

import dev.otters.api.Tokens.Kind;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads values of given types. */
final class ValueReader {
  private final Tokens json;

  ValueReader(Tokens json) {
    this.json = json;
  }

  @Nullable Object read(Type type) throws IOException {
    if (json.kind() == Kind.NULL) {
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
      expect(Kind.TEXT, "base64");
      return json.bytes();
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

  private Object readRecord(RecordShape shape) throws IOException {
    expect(Kind.OBJECT, "an object");
    List<RecordShape.Component> members = shape.members();
    @Nullable Object[] values = new @Nullable Object[members.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = members.get(i).absent();
    }
    while (json.nextMember()) {
      int index = shape.indexOf(json.name());
      if (index < 0) {
        json.skip();
      } else if (json.kind() != Kind.NULL) {
        values[index] = read(members.get(index).type());
      }
    }
    try {
      return shape.make(values);
    } catch (RuntimeException e) {
      String type = shape.constructor().getDeclaringClass().getSimpleName();
      throw new IllegalArgumentException("not a " + type + ": " + e.getMessage() + json.place(), e);
    }
  }

  private List<@Nullable Object> readList(Type type) throws IOException {
    expect(Kind.ARRAY, "an array");
    List<@Nullable Object> list = new ArrayList<>();
    while (json.nextElement()) {
      list.add(read(type));
    }
    return list;
  }

  private Map<String, @Nullable Object> readMap(Type type) throws IOException {
    expect(Kind.OBJECT, "an object");
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    while (json.nextMember()) {
      map.put(json.name(), read(type));
    }
    return map;
  }

  private @Nullable Object readAny() throws IOException {
    return switch (json.kind()) {
      case OBJECT -> readMap(Object.class);
      case ARRAY -> readList(Object.class);
      case TRUE -> true;
      case FALSE -> false;
      case NULL -> null;
      case NUMBER -> json.number();
      case TEXT -> json.text();
    };
  }

  private @Nullable Object readScalar(Class<?> type) throws IOException {
    if (type == boolean.class) {
      if (json.kind() != Kind.TRUE && json.kind() != Kind.FALSE) {
        throw unexpected("true or false");
      }
      return json.kind() == Kind.TRUE;
    }
    if (type == int.class || type == Integer.class) {
      return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (type == long.class || type == Long.class) {
      return whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (type == double.class || type == Double.class) {
      return number().doubleValue();
    }
    expect(Kind.TEXT, "text");
    return readText(type, json.text());
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

  private Number number() throws IOException {
    expect(Kind.NUMBER, "a number");
    return json.number();
  }

  /** Returns a number without its fraction. */
  private long whole(long least, long most) throws IOException {
    Number number = number();
    boolean fits =
        number instanceof Double value
            ? value == Math.rint(value) && value >= least && value <= most && value < 0x1p63
            : !(number instanceof BigInteger)
                && number.longValue() >= least
                && number.longValue() <= most;
    if (!fits) {
      throw unexpected("a whole number from " + least + " to " + most);
    }
    return number.longValue();
  }

  private void expect(Kind kind, String expected) {
    if (json.kind() != kind) {
      throw unexpected(expected);
    }
  }

  private IllegalArgumentException unexpected(String expected) {
    String name = json.name();
    String of = name.isEmpty() ? "" : "'" + name + "': ";
    return new IllegalArgumentException(of + "expected " + expected + json.place());
  }
}
