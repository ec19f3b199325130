package dev.otters.cli.console;

import dev.otters.api.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes records as YAML, with the members that they have as JSON. */
public final class Yaml {
  /** Texts that need no quotes: they start with a letter and have no special characters. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./@+-]*");

  /** Words that some readers take for a truth value, for null or for a number. */
  private static final Pattern SPECIAL =
      Pattern.compile("(?i)true|false|yes|no|on|off|y|n|null|nan|inf");

  private Yaml() {}

  /** Returns a document without an end of line at its end. */
  public static String write(Object value) {
    StringBuilder text = new StringBuilder();
    block(text, value, 0);
    return text.toString().strip();
  }

  /** Writes a value after its key or dash, on lines of their own unless it fits on this one. */
  private static void block(StringBuilder text, @Nullable Object value, int indent) {
    switch (value) {
      case Record record -> {
        Map<String, @Nullable Object> members = Json.members(record);
        members.values().removeIf(Objects::isNull);
        map(text, members, indent);
      }
      case Map<?, ?> map -> map(text, map, indent);
      case List<?> list when list.isEmpty() -> text.append(" []\n");
      case List<?> list ->
          list.forEach(
              element -> {
                start(text, indent).append('-');
                block(text, element, indent + 1);
              });
      case null -> text.append(" null\n");
      default -> text.append(' ').append(scalar(value)).append('\n');
    }
  }

  private static void map(StringBuilder text, Map<?, ?> map, int indent) {
    if (map.isEmpty()) {
      text.append(" {}\n");
    }
    map.forEach(
        (key, value) -> {
          start(text, indent).append(string(String.valueOf(key))).append(':');
          block(text, value, indent + 1);
        });
  }

  /** Starts a line, or goes on after the dash of a list. */
  private static StringBuilder start(StringBuilder text, int indent) {
    if (!text.isEmpty() && text.charAt(text.length() - 1) == '-') {
      return text.append(' ');
    }
    if (!text.isEmpty() && text.charAt(text.length() - 1) == ':') {
      text.append('\n');
    }
    return text.repeat("  ", indent);
  }

  private static String scalar(Object value) {
    return value instanceof Number || value instanceof Boolean
        ? value.toString()
        : string(value instanceof byte[] ? Json.write(value) : value.toString());
  }

  private static String string(String text) {
    boolean plain = PLAIN.matcher(text).matches() && !SPECIAL.matcher(text).matches();
    return plain ? text : Json.pretty(text);
  }
}
