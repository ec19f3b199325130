package dev.otters.protocol;

import dev.otters.protocol.EventBody.AgentMessage;
import dev.otters.protocol.EventBody.ToolResult;
import dev.otters.protocol.EventBody.ToolUse;

/** Reads and writes events. */
final class EventCodec {
  private EventCodec() {}

  static void writeEvent(JsonWriter json, Event event) {
    json.text("id", event.id());
    json.text("type", event.body().kind().wireName());
    json.object("body", out -> write(out, event.body()));
  }

  static Event readEvent(JsonObject json) {
    return new Event(json.text("id"), read(json.text("type"), json.object("body")));
  }

  private static void write(JsonWriter json, EventBody body) {
    switch (body) {
      case AgentMessage(String text, boolean partial) -> {
        json.text("text", text);
        json.flag("partial", partial);
      }
      case ToolUse use -> {
        json.text("call", use.call());
        json.text("name", use.name());
        json.texts("args", use.args());
        json.text("stdin", use.stdin());
        json.number("step", use.step());
        json.text("input", use.input());
      }
      case ToolResult result -> writeResult(json, result);
    }
  }

  private static void writeResult(JsonWriter json, ToolResult result) {
    json.text("call", result.call());
    json.text("name", result.name());
    json.number("exitCode", result.exitCode());
    json.text("stdout", result.stdout());
    json.text("stderr", result.stderr());
    json.number("durationMillis", result.durationMillis());
    json.flag("truncated", result.truncated());
    json.text("outputFile", result.outputFile());
    json.flag("isError", result.isError());
    json.text("error", result.error());
  }

  private static EventBody read(String type, JsonObject json) {
    EventBody.Kind kind =
        EventBody.Kind.named(type)
            .orElseThrow(() -> new JsonProblem("type must be one that a runtime writes"));
    return switch (kind) {
      case AGENT_MESSAGE -> new AgentMessage(json.text("text"), json.flag("partial"));
      case TOOL_USE ->
          new ToolUse(
              json.text("call"),
              json.text("name"),
              json.texts("args"),
              json.optionalText("stdin").orElse(""),
              json.smallNumber("step"),
              json.optionalText("input"));
      case TOOL_RESULT -> readResult(json);
    };
  }

  private static ToolResult readResult(JsonObject json) {
    return new ToolResult(
        json.text("call"),
        json.text("name"),
        json.smallNumber("exitCode"),
        json.text("stdout"),
        json.text("stderr"),
        json.number("durationMillis"),
        json.flag("truncated"),
        json.optionalText("outputFile"),
        json.flag("isError"),
        json.optionalText("error"));
  }
}
