package dev.otters.cli.commands.session;

import dev.otters.api.Json;
import dev.otters.api.trace.TracePrompt;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A recorded request as people read it: each message under the name of its sender, with its line
 * breaks. Understands the requests of chat completions, of Anthropic's messages, of Gemini's
 * contents, and of providers without HTTP.
 */
final class PromptText {
  /** Takes the place of the marks of files. Unlike these, no text of a message contains it. */
  private final String mark = UUID.randomUUID().toString();

  private final StringBuilder text = new StringBuilder();

  private PromptText() {}

  /** Returns the text; empty if the request has another form. */
  static Optional<String> of(String request) {
    try {
      PromptText prompt = new PromptText();
      return prompt.add(prompt.read(request))
          ? Optional.of(prompt.text.toString().stripTrailing())
          : Optional.empty();
    } catch (IllegalArgumentException notJson) {
      return Optional.empty();
    }
  }

  private Map<?, ?> read(String request) {
    return Json.read(request.replace(String.valueOf(TracePrompt.MARK), mark), Map.class);
  }

  private boolean add(Map<?, ?> request) {
    if (!(either(request, "messages", "contents") instanceof List<?> messages)) {
      return false;
    }
    Object system = either(request, "system", "systemInstruction");
    if (system != null) {
      section("system", content(system));
    }
    for (Object message : messages) {
      if (!(message instanceof Map<?, ?> members)) {
        return false;
      }
      section(sender(members), body(members));
    }
    if (request.get("tools") instanceof List<?> tools && !tools.isEmpty()) {
      section("tools", String.join("\n", tools.stream().flatMap(PromptText::tools).toList()));
    }
    return true;
  }

  private void section(String name, String body) {
    text.append("── ").append(name).append('\n').append(body.strip()).append("\n\n");
  }

  private static String sender(Map<?, ?> message) {
    return String.valueOf(either(message, "role", "from"));
  }

  private static @Nullable Object either(Map<?, ?> members, String one, String other) {
    return members.get(one) == null ? members.get(other) : members.get(one);
  }

  private String body(Map<?, ?> message) {
    List<String> parts = new ArrayList<>();
    for (String key : List.of("content", "text", "parts")) {
      if (message.get(key) != null) {
        parts.add(content(message.get(key)));
      }
    }
    for (String key : List.of("tool_calls", "toolCalls")) {
      if (message.get(key) instanceof List<?> calls) {
        calls.forEach(call -> parts.add(Json.write(call)));
      }
    }
    return String.join("\n", parts);
  }

  private String content(@Nullable Object content) {
    return switch (content) {
      case null -> "";
      case String whole -> whole;
      case List<?> parts -> String.join("\n", parts.stream().map(this::content).toList());
      case Map<?, ?> part when part.get("text") instanceof String inner -> inner;
      case Map<?, ?> part when isFile(part.values()) -> "";
      case Map<?, ?> whole when whole.get("parts") instanceof List<?> parts -> content(parts);
      default -> Json.write(content);
    };
  }

  private static Stream<String> tools(Object tool) {
    return tool instanceof Map<?, ?> members
            && members.get("functionDeclarations") instanceof List<?> declared
        ? declared.stream().map(PromptText::tool)
        : Stream.of(tool(tool));
  }

  /** Returns whether a part is an image or a PDF, which the text before it names. */
  private boolean isFile(Collection<?> values) {
    return values.stream()
        .anyMatch(
            value ->
                value instanceof Map<?, ?> inner
                    ? isFile(inner.values())
                    : String.valueOf(value).contains(mark));
  }

  private static String tool(Object tool) {
    if (tool instanceof Map<?, ?> members) {
      Object holder = members.get("function") == null ? members : members.get("function");
      if (holder instanceof Map<?, ?> named && named.get("name") instanceof String name) {
        return name;
      }
    }
    return Json.write(tool);
  }
}
