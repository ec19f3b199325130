package dev.otters.protocol;

import dev.otters.protocol.Answer.Done;
import dev.otters.protocol.Answer.Leased;
import dev.otters.protocol.Answer.Next;
import dev.otters.protocol.Answer.Over;
import dev.otters.protocol.Answer.Paused;
import dev.otters.protocol.Answer.Run;
import dev.otters.protocol.Answer.Welcome;
import java.util.List;

/** Reads and writes the results of responses. */
final class AnswerCodec {
  private static final String RUN = "run";
  private static final String DONE = "done";
  private static final String PAUSED = "paused";

  private AnswerCodec() {}

  static void write(JsonWriter json, Answer answer) {
    switch (answer) {
      case Done _ -> {}
      case Welcome welcome -> {
        json.number("protocol", welcome.protocol());
        json.text("token", welcome.token());
        json.object("setup", out -> SetupCodec.write(out, welcome.setup()));
      }
      case Leased(Activation activation) ->
          json.object("activation", out -> writeActivation(out, activation));
      case Run(List<ToolCall> calls) -> {
        json.text("next", RUN);
        json.objects("calls", calls, AnswerCodec::writeCall);
      }
      case Over(Outcome.Kind kind) -> {
        json.text("next", DONE);
        json.constant("outcome", kind);
      }
      case Paused _ -> json.text("next", PAUSED);
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
      case COMPLETE -> readNext(json);
      case READY, FATAL, HEARTBEAT, RESULT, RELEASE -> new Done();
    };
  }

  private static Next readNext(JsonObject json) {
    return switch (json.text("next")) {
      case RUN -> new Run(json.objects("calls", AnswerCodec::readCall));
      case DONE -> new Over(json.constant("outcome", Outcome.Kind.class));
      case PAUSED -> new Paused();
      default -> throw json.wrong("next", "run, done or paused");
    };
  }

  private static void writeCall(JsonWriter json, ToolCall call) {
    json.text("id", call.id());
    json.text("name", call.name());
    json.text("argumentsJson", call.argumentsJson());
  }

  private static ToolCall readCall(JsonObject json) {
    return new ToolCall(json.text("id"), json.text("name"), json.text("argumentsJson"));
  }

  private static void writeActivation(JsonWriter json, Activation activation) {
    json.text("id", activation.id());
    json.number("fence", activation.fence());
    json.text("session", activation.session());
    json.text("turn", activation.turn());
    json.object("options", out -> writeOptions(out, activation.options()));
  }

  private static Activation readActivation(JsonObject json) {
    return new Activation(
        json.text("id"),
        json.number("fence"),
        json.text("session"),
        json.text("turn"),
        readOptions(json.object("options")));
  }

  private static void writeOptions(JsonWriter json, TurnOptions options) {
    json.number("toolTimeoutMillis", options.toolTimeoutMillis());
    json.number("turnTimeoutMillis", options.turnTimeoutMillis());
  }

  private static TurnOptions readOptions(JsonObject json) {
    return new TurnOptions(json.number("toolTimeoutMillis"), json.number("turnTimeoutMillis"));
  }
}
