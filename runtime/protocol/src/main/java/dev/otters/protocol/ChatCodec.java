package dev.otters.protocol;

import java.util.List;

/** Reads and writes messages to and from a model. */
final class ChatCodec {
  /** The limit on the bytes of a message or tool call besides its texts: names and quotes. */
  private static final long FRAME = 128;

  /** The bytes of the longest escape, which stands for one character of a text. */
  private static final long LONGEST_ESCAPE = "\\u0000".length();

  private ChatCodec() {}

  /** Returns an upper bound of the bytes that {@link #write} writes, from the lengths of texts. */
  static long bound(ChatMessage message) {
    return switch (message) {
      case ChatMessage.System(String text) -> bound(text.length());
      case ChatMessage.User(String text) -> bound(text.length());
      case ChatMessage.Assistant(String text, List<ToolCall> calls) -> {
        long bound = bound(text.length());
        for (ToolCall call : calls) {
          bound += bound((long) call.id().length() + call.name().length());
          bound += bound(call.argumentsJson().length());
        }
        yield bound;
      }
      case ChatMessage.ToolResult(String callId, String name, String text, boolean _) ->
          bound((long) callId.length() + name.length() + text.length());
    };
  }

  private static long bound(long characters) {
    return FRAME + LONGEST_ESCAPE * characters;
  }

  static void write(JsonWriter json, ChatMessage message) {
    switch (message) {
      case ChatMessage.System(String text) -> said(json, "system", text);
      case ChatMessage.User(String text) -> said(json, "user", text);
      case ChatMessage.Assistant assistant -> {
        said(json, "assistant", assistant.text());
        json.objects("toolCalls", assistant.toolCalls(), ChatCodec::writeCall);
      }
      case ChatMessage.ToolResult result -> {
        said(json, "tool", result.text());
        json.text("callId", result.callId());
        json.text("name", result.name());
        json.flag("isError", result.isError());
      }
    }
  }

  static ChatMessage read(JsonObject json) {
    String text = json.text("text");
    return switch (json.text("role")) {
      case "system" -> new ChatMessage.System(text);
      case "user" -> new ChatMessage.User(text);
      case "assistant" ->
          new ChatMessage.Assistant(text, json.objects("toolCalls", ChatCodec::readCall));
      case "tool" ->
          new ChatMessage.ToolResult(
              json.text("callId"), json.text("name"), text, json.flag("isError"));
      default -> throw json.wrong("role", "system, user, assistant or tool");
    };
  }

  private static void said(JsonWriter json, String role, String text) {
    json.text("role", role);
    json.text("text", text);
  }

  static void writeCall(JsonWriter json, ToolCall call) {
    json.text("id", call.id());
    json.text("name", call.name());
    json.text("argumentsJson", call.argumentsJson());
  }

  static ToolCall readCall(JsonObject json) {
    return new ToolCall(json.text("id"), json.text("name"), json.text("argumentsJson"));
  }

  static void writeSchema(JsonWriter json, ToolSchema tool) {
    json.text("name", tool.name());
    json.text("description", tool.description());
    json.text("parametersJson", tool.parametersJson());
  }

  static ToolSchema readSchema(JsonObject json) {
    return new ToolSchema(json.text("name"), json.text("description"), json.text("parametersJson"));
  }

  static void writeUsage(JsonWriter json, Usage usage) {
    json.number("inputTokens", usage.inputTokens());
    json.number("outputTokens", usage.outputTokens());
  }

  static Usage readUsage(JsonObject json) {
    return new Usage(json.number("inputTokens"), json.number("outputTokens"));
  }
}
