package dev.otters.protocol;

import dev.otters.protocol.Answer.Completion;
import dev.otters.protocol.Answer.Done;
import dev.otters.protocol.Answer.Leased;
import dev.otters.protocol.Answer.Renewed;
import dev.otters.protocol.Answer.Welcome;

/** Reads and writes the results of responses. */
final class AnswerCodec {
  private AnswerCodec() {}

  static void write(JsonWriter json, Answer answer) {
    switch (answer) {
      case Done done -> {}
      case Welcome welcome -> {
        json.number("protocol", welcome.protocol());
        json.text("token", welcome.token());
        json.object("setup", out -> SetupCodec.write(out, welcome.setup()));
      }
      case Leased(Activation activation) ->
          json.object("activation", out -> writeActivation(out, activation));
      case Completion completion -> {
        json.text("text", completion.text());
        json.objects("toolCalls", completion.toolCalls(), ChatCodec::writeCall);
        json.constant("stopReason", completion.stopReason());
        json.object("usage", out -> ChatCodec.writeUsage(out, completion.usage()));
      }
      case Renewed(String token) -> json.text("token", token);
    }
  }

  static Answer read(Method method, JsonObject json) {
    return switch (method) {
      case HELLO ->
          new Welcome(
              json.smallNumber("protocol"),
              json.text("token"),
              SetupCodec.read(json.object("setup")));
      case LEASE -> new Leased(readActivation(json.object("activation")));
      case COMPLETE ->
          new Completion(
              json.text("text"),
              json.objects("toolCalls", ChatCodec::readCall),
              json.constant("stopReason", StopReason.class),
              ChatCodec.readUsage(json.object("usage")));
      case RENEW -> new Renewed(json.text("token"));
      case READY, FATAL, HEARTBEAT, APPEND, ACK -> new Done();
    };
  }

  private static void writeActivation(JsonWriter json, Activation activation) {
    json.text("id", activation.id());
    json.number("fence", activation.fence());
    json.text("session", activation.session());
    json.text("turn", activation.turn());
    json.objects("transcript", activation.transcript(), ChatCodec::write);
    json.text("recoveryNote", activation.recoveryNote());
    json.object("options", out -> writeOptions(out, activation.options()));
  }

  private static Activation readActivation(JsonObject json) {
    return new Activation(
        json.text("id"),
        json.number("fence"),
        json.text("session"),
        json.text("turn"),
        json.objects("transcript", ChatCodec::read),
        json.optionalText("recoveryNote"),
        readOptions(json.object("options")));
  }

  private static void writeOptions(JsonWriter json, TurnOptions options) {
    json.number("maxIterations", options.maxIterations());
    json.number("toolTimeoutMillis", options.toolTimeoutMillis());
    json.number("turnTimeoutMillis", options.turnTimeoutMillis());
    json.textMap("model", options.model());
  }

  private static TurnOptions readOptions(JsonObject json) {
    return new TurnOptions(
        json.smallNumber("maxIterations"),
        json.number("toolTimeoutMillis"),
        json.number("turnTimeoutMillis"),
        json.textMap("model"));
  }
}
