package dev.otters.cli.commands.session;

import dev.otters.api.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A recorded request as people read it: each message under the name of its sender, with its line
 * breaks. Understands the requests of chat completions, of Anthropic's messages, and of providers
 * without HTTP.
 */
final class PromptText {
  private final StringBuilder text = new StringBuilder();

  private PromptText() {}

  /** Returns the text; empty if the request has another form. */
  static Optional<String> of(String request) {
    try {
      PromptText prompt = new PromptText();
      return prompt.add(Json.read(request, Map.class))
          ? Optional.of(prompt.text.toString().stripTrailing())
          : Optional.empty();
    } catch (IllegalArgumentException notJson) {
      return Optional.empty();
    }
  }

  private boolean add(Map<?, ?> request) {
    if (!(request.get("messages") instanceof List<?> messages)) {
      return false;
    }
    if (request.get("system") != null) {
      section("system", content(request.get("system")));
    }
    for (Object message : messages) {
      if (!(message instanceof Map<?, ?> members)) {
        return false;
      }
      section(sender(members), body(members));
    }
    if (request.get("tools") instanceof List<?> tools && !tools.isEmpty()) {
      section("tools", String.join("\n", tools.stream().map(PromptText::tool).toList()));
    }
    return true;
  }

  private void section(String name, String body) {
    text.append("── ").append(name).append('\n').append(body.strip()).append("\n\n");
  }

  private static String sender(Map<?, ?> message) {
    Object sender = message.get("role") == null ? message.get("from") : message.get("role");
    return String.valueOf(sender);
  }

  private static String body(Map<?, ?> message) {
    List<String> parts = new ArrayList<>();
    for (String key : List.of("content", "text")) {
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

  private static String content(@Nullable Object content) {
    return switch (content) {
      case null -> "";
      case String whole -> whole;
      case List<?> parts -> String.join("\n", parts.stream().map(PromptText::content).toList());
      case Map<?, ?> part when part.get("text") instanceof String inner -> inner;
      default -> Json.write(content);
    };
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
