package dev.otters.protocol;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of a tool: {@code {"args": ["-n", "20"], "stdin": "text"}}, both optional.
 *
 * @param stdin empty for none
 */
public record ToolInput(List<String> args, String stdin) {
  private static final String EXPECTED = "expected {\"args\": [\"…\"], \"stdin\": \"…\"}";

  public ToolInput {
    args = List.copyOf(args);
  }

  /**
   * Parses the model's text. Blank text is an empty input. Numbers and booleans among the arguments
   * count as their text.
   *
   * @throws IllegalArgumentException with a message that tells the model what to write instead
   */
  public static ToolInput parse(String argumentsJson) {
    if (argumentsJson.isBlank()) {
      return new ToolInput(List.of(), "");
    }
    Map<String, Object> members;
    try {
      members = JsonTree.parse(argumentsJson);
    } catch (JsonProblem problem) {
      throw new IllegalArgumentException(
          "the input is not a JSON object: " + problem.getMessage() + "; " + EXPECTED, problem);
    }
    for (String key : members.keySet()) {
      if (!key.equals("args") && !key.equals("stdin")) {
        throw new IllegalArgumentException("unknown key \"" + key + "\"; " + EXPECTED);
      }
    }
    return new ToolInput(args(members.get("args")), stdin(members.get("stdin")));
  }

  /** Returns the canonical JSON form. */
  public String toJson() {
    return JsonWriter.object(
        json -> {
          if (!args.isEmpty()) {
            json.texts("args", args);
          }
          if (!stdin.isEmpty()) {
            json.text("stdin", stdin);
          }
        });
  }

  private static List<String> args(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> items)) {
      throw new IllegalArgumentException("\"args\" must be a list of strings; " + EXPECTED);
    }
    return items.stream().map(ToolInput::arg).toList();
  }

  private static String arg(Object item) {
    return switch (item) {
      case String text -> text;
      case JsonTree.JsonNumber number -> number.text();
      case Boolean flag -> flag.toString();
      default -> throw new IllegalArgumentException("\"args\" must hold strings only; " + EXPECTED);
    };
  }

  private static String stdin(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    if (!(value instanceof String text)) {
      throw new IllegalArgumentException("\"stdin\" must be a string; " + EXPECTED);
    }
    return text;
  }
}
