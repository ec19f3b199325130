package dev.otters.protocol;

/** Reads and writes messages to and from a model. */
final class ChatCodec {
  private ChatCodec() {}

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
