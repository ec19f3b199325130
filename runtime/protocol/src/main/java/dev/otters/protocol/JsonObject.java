package dev.otters.protocol;

import dev.otters.protocol.JsonTree.JsonNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object with typed access to its members; a {@link JsonProblem} names the field. Types are
 * tested one by one, since each {@code switch} over types generates a class at each start of a
 * runtime.
 */
final class JsonObject {
  private final String path;
  private final Map<?, ?> members;

  JsonObject(String path, Map<?, ?> members) {
    this.path = path;
    this.members = members;
  }

  boolean has(String name) {
    return members.containsKey(name);
  }

  String text(String name) {
    return optionalText(name).orElseThrow(() -> missing(name, "a string"));
  }

  Optional<String> optionalText(String name) {
    Object value = members.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof String text)) {
      throw wrong(name, "a string");
    }
    return Optional.of(text);
  }

  long number(String name) {
    return optionalNumber(name).orElseThrow(() -> missing(name, "an integer"));
  }

  OptionalLong optionalNumber(String name) {
    Object value = members.get(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    if (!(value instanceof JsonNumber number)) {
      throw wrong(name, "an integer");
    }
    try {
      return OptionalLong.of(Long.parseLong(number.text()));
    } catch (NumberFormatException outOfRange) {
      throw new JsonProblem(field(name) + " must be a 64-bit integer", outOfRange);
    }
  }

  int smallNumber(String name) {
    long number = number(name);
    if (number != (int) number) {
      throw wrong(name, "a 32-bit integer");
    }
    return (int) number;
  }

  double decimal(String name) {
    if (!(members.get(name) instanceof JsonNumber number)) {
      throw has(name) ? wrong(name, "a number") : missing(name, "a number");
    }
    double value = Double.parseDouble(number.text());
    if (!Double.isFinite(value)) {
      throw wrong(name, "a number in the range of a double");
    }
    return value;
  }

  boolean flag(String name) {
    if (!(members.get(name) instanceof Boolean flag)) {
      throw has(name) ? wrong(name, "true or false") : missing(name, "true or false");
    }
    return flag;
  }

  <E extends Enum<E>> E constant(String name, Class<E> type) {
    String text = text(name);
    for (E constant : type.getEnumConstants()) {
      if (constant.name().toLowerCase(Locale.ROOT).equals(text)) {
        return constant;
      }
    }
    throw wrong(name, "one of the values that this release knows");
  }

  JsonObject object(String name) {
    return optionalObject(name).orElseThrow(() -> missing(name, "an object"));
  }

  Optional<JsonObject> optionalObject(String name) {
    Object value = members.get(name);
    if (value == null) {
      return Optional.empty();
    }
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(name, "an object");
    }
    return Optional.of(new JsonObject(field(name), map));
  }

  <T> List<T> objects(String name, Function<JsonObject, T> read) {
    List<T> items = new ArrayList<>();
    for (Object item : list(name)) {
      String place = field(name) + "[" + items.size() + "]";
      if (!(item instanceof Map<?, ?> map)) {
        throw new JsonProblem(place + " must be an object");
      }
      items.add(read.apply(new JsonObject(place, map)));
    }
    return items;
  }

  /**
   * Returns an object of strings. Numbers and booleans count as their text; an absent object is
   * empty.
   */
  Map<String, String> textMap(String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    Optional<JsonObject> object = optionalObject(name);
    if (object.isPresent()) {
      object.get().members.forEach((key, value) -> texts.put((String) key, scalar(name, value)));
    }
    return texts;
  }

  /** Returns a list of strings; an absent list is empty. */
  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    for (Object item : list(name)) {
      if (!(item instanceof String text)) {
        throw wrong(name, "a list of strings");
      }
      texts.add(text);
    }
    return texts;
  }

  JsonProblem wrong(String name, String expected) {
    return new JsonProblem(field(name) + " must be " + expected);
  }

  private String scalar(String name, @Nullable Object value) {
    if (value instanceof String || value instanceof JsonNumber || value instanceof Boolean) {
      return value.toString();
    }
    throw wrong(name, "an object of strings");
  }

  private List<?> list(String name) {
    Object value = members.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw wrong(name, "a list");
    }
    return list;
  }

  private JsonProblem missing(String name, String expected) {
    return new JsonProblem(field(name) + " is missing: it must be " + expected);
  }

  private String field(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
