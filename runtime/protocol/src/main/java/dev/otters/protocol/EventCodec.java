package dev.otters.protocol;

import dev.otters.protocol.EventBody.ToolResult;

/** Reads and writes the results of tool calls. */
final class EventCodec {
  private EventCodec() {}

  static void writeResult(JsonWriter json, ToolResult result) {
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

  static ToolResult readResult(JsonObject json) {
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
