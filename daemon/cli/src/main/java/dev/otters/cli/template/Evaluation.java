package dev.otters.cli.template;

import dev.otters.api.Json;
import dev.otters.cli.command.Nearest;
import dev.otters.cli.template.Node.Expression;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a template for one value. Absent members and keys are null, which prints as nothing.
 */
final class Evaluation {
  private static final int LONGEST = 16 << 20;

  private final UnaryOperator<String> cleaner;
  private final StringBuilder out = new StringBuilder();
  private final Map<String, @Nullable Object> variables = new HashMap<>();

  /**
   * Creates an evaluation.
   *
   * @param cleaner is applied to the text of each value
   */
  Evaluation(Object data, UnaryOperator<String> cleaner) {
    variables.put("", data);
    this.cleaner = cleaner;
  }

  String text(List<Node> nodes) {
    show(nodes, variables.get(""));
    return out.toString();
  }

  private void show(List<Node> nodes, @Nullable Object dot) {
    for (Node node : nodes) {
      switch (node) {
        case Node.Text(String text) -> out.append(text);
        case Node.Show(Expression value) -> out.append(cleaner.apply(text(value(value, dot))));
        case Node.Range range -> show(range, dot);
        case Node.If(Expression condition, List<Node> body, List<Node> otherwise) ->
            show(isTrue(value(condition, dot)) ? body : otherwise, dot);
      }
      if (out.length() > LONGEST) {
        throw new TemplateException("the result is longer than 16 MiB", null);
      }
    }
  }

  private void show(Node.Range range, @Nullable Object dot) {
    Map<?, ?> elements = elements(value(range.values(), dot));
    if (elements.isEmpty()) {
      show(range.otherwise(), dot);
    }
    Map<String, @Nullable Object> outer = new HashMap<>(variables);
    elements.forEach(
        (key, element) -> {
          if (range.key() != null) {
            variables.put(range.key(), key);
          }
          if (range.element() != null) {
            variables.put(range.element(), element);
          }
          show(range.body(), element);
        });
    variables.clear();
    variables.putAll(outer);
  }

  private static Map<?, ?> elements(@Nullable Object values) {
    return switch (values) {
      case null -> Map.of();
      case Record record when !(record instanceof Heading) -> Json.members(record);
      case Map<?, ?> map -> map;
      case List<?> list -> {
        Map<Integer, @Nullable Object> elements = new LinkedHashMap<>();
        list.forEach(element -> elements.put(elements.size(), element));
        yield elements;
      }
      case Heading heading -> Map.of(heading, heading);
      default -> throw wrong("'range' needs a list or an object");
    };
  }

  private @Nullable Object value(Expression expression, @Nullable Object dot) {
    return switch (expression) {
      case Node.Dot _ -> dot;
      case Node.Variable(String name) -> variables.get(name);
      case Node.Literal(Object value) -> value;
      case Node.Field(Expression of, String name) -> field(value(of, dot), name);
      case Node.Call(Function function, List<Expression> arguments) -> {
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
          values[i] = value(arguments.get(i), dot);
        }
        yield call(function, values);
      }
    };
  }

  /** Returns a field. Upper and lower case count only where names differ in nothing else. */
  private static @Nullable Object field(@Nullable Object of, String name) {
    return switch (of) {
      case null -> null;
      case Heading heading -> heading.field(name);
      case Record record -> member(Json.members(record), name);
      case Map<?, ?> map when map.containsKey(name) -> map.get(name);
      case Map<?, ?> map ->
          map.entrySet().stream()
              .filter(entry -> name.equalsIgnoreCase(String.valueOf(entry.getKey())))
              .findFirst()
              .<@Nullable Object>map(Map.Entry::getValue)
              .orElse(null);
      case List<?> _ ->
          throw new TemplateException(
              "'." + name + "' is a field, but the value is a list",
              "Use {{range}}, or {{index}} with a number.");
      default -> throw wrong("'." + name + "' is a field, but the value is not an object");
    };
  }

  private static @Nullable Object member(Map<String, @Nullable Object> members, String name) {
    for (String known : members.keySet()) {
      if (known.equalsIgnoreCase(name)) {
        return members.get(known);
      }
    }
    String remedy =
        Nearest.of(name.toLowerCase(Locale.ROOT), members.keySet())
            .map(near -> "Did you mean '." + near + "'?")
            .orElse("The fields are " + String.join(", ", members.keySet()) + ".");
    throw new TemplateException("unknown field '." + name + "'", remedy);
  }

  private static @Nullable Object call(Function function, @Nullable Object[] values) {
    @Nullable Object first = values.length == 0 ? null : values[0];
    if (first instanceof Heading) {
      return first;
    }
    return switch (function) {
      case JSON -> first == null ? "null" : Json.write(first);
      case JOIN -> join(first, text(values[1]));
      case UPPER -> text(first).toUpperCase(Locale.ROOT);
      case LOWER -> text(first).toLowerCase(Locale.ROOT);
      case LEN -> first instanceof String text ? text.length() : elements(first).size();
      case PRINTLN ->
          Arrays.stream(values).map(Evaluation::text).collect(Collectors.joining(" ", "", "\n"));
      case INDEX -> index(values);
      case EQ -> text(first).equals(text(values[1]));
      case NE -> !text(first).equals(text(values[1]));
    };
  }

  private static Object join(@Nullable Object values, String separator) {
    return elements(values).values().stream()
        .map(Evaluation::text)
        .collect(Collectors.joining(separator));
  }

  private static @Nullable Object index(@Nullable Object[] values) {
    @Nullable Object value = values[0];
    for (int i = 1; i < values.length && value != null; i++) {
      String key = text(values[i]);
      if (value instanceof List<?> list) {
        int size = list.size();
        int at = key.matches("\\d{1,9}") ? Integer.parseInt(key) : size;
        if (at >= size) {
          throw wrong("the list has no element " + key);
        }
        value = list.get(at);
      } else {
        value = field(value, key);
      }
    }
    return value;
  }

  private static TemplateException wrong(String what) {
    return new TemplateException(what, null);
  }

  private static boolean isTrue(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean flag -> flag;
      case String text -> !text.isEmpty();
      case Number number -> number.doubleValue() != 0;
      case Map<?, ?> map -> !map.isEmpty();
      case List<?> list -> !list.isEmpty();
      default -> true;
    };
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Heading heading -> heading.title();
      case Record record -> Json.write(record);
      case Map<?, ?> map -> Json.write(map);
      case List<?> list -> Json.write(list);
      default -> value.toString();
    };
  }
}
