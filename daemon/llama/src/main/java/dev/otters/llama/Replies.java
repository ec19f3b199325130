package dev.otters.llama;

import dev.otters.protocol.LineChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes replies to the daemon, one JSON object a line. Thread-safe. */
final class Replies {
  private final LineChannel channel;

  Replies(LineChannel channel) {
    this.channel = channel;
  }

  void ready() throws IOException {
    send("ready", json -> {});
  }

  /** Reports that the model cannot be loaded. */
  void failed(LoadException failure) throws IOException {
    send(
        "failed",
        json -> {
          json.writeStringProperty("reason", failure.reason());
          json.writeStringProperty("message", failure.getMessage());
        });
  }

  void delta(int id, String text) throws IOException {
    reply("delta", id, json -> json.writeStringProperty("text", text));
  }

  /**
   * Reports the end of a completion.
   *
   * @param stopReason {@code end}, {@code limit} or {@code cancelled}
   */
  void done(int id, int promptTokens, int outputTokens, String stopReason) throws IOException {
    reply(
        "done",
        id,
        json -> {
          json.writeNumberProperty("promptTokens", promptTokens);
          json.writeNumberProperty("outputTokens", outputTokens);
          json.writeStringProperty("stopReason", stopReason);
        });
  }

  void counted(int id, int tokens) throws IOException {
    reply("counted", id, json -> json.writeNumberProperty("tokens", tokens));
  }

  void error(int id, String message) throws IOException {
    reply("error", id, json -> json.writeStringProperty("message", message));
  }

  private void reply(String type, int id, Consumer<JsonGenerator> members) throws IOException {
    send(
        type,
        json -> {
          json.writeNumberProperty("id", id);
          members.accept(json);
        });
  }

  private void send(String type, Consumer<JsonGenerator> members) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator json =
        RequestReader.JSON.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      json.writeStringProperty("type", type);
      members.accept(json);
      json.writeEndObject();
    }
    line.write('\n');
    channel.write(line.toByteArray());
  }
}
