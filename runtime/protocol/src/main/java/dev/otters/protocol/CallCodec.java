package dev.otters.protocol;

import dev.otters.protocol.Call.Ack;
import dev.otters.protocol.Call.Append;
import dev.otters.protocol.Call.Complete;
import dev.otters.protocol.Call.Fatal;
import dev.otters.protocol.Call.Heartbeat;
import dev.otters.protocol.Call.Hello;
import dev.otters.protocol.Call.Lease;
import dev.otters.protocol.Call.Ready;
import dev.otters.protocol.Call.Renew;

/** Reads and writes the params of requests. */
final class CallCodec {
  private CallCodec() {}

  /**
   * Writes a call. It switches over the method, since a switch over types generates a class at each
   * start of a runtime.
   */
  static void write(JsonWriter json, Call<?> call) {
    switch (call.method()) {
      case HELLO -> writeHello(json, (Hello) call);
      case FATAL -> writeFatal(json, (Fatal) call);
      case HEARTBEAT -> writeHeartbeat(json, (Heartbeat) call);
      case APPEND -> writeAppend(json, (Append) call);
      case COMPLETE -> writeComplete(json, (Complete) call);
      case ACK -> writeAck(json, (Ack) call);
      case READY, LEASE, RENEW -> {}
    }
  }

  private static void writeHello(JsonWriter json, Hello hello) {
    json.number("protocol", hello.protocol());
    json.text("token", hello.token());
    json.objects("held", hello.held(), (out, held) -> claim(out, held.activation(), held.fence()));
    json.text("runtimeVersion", hello.runtimeVersion());
  }

  private static void writeFatal(JsonWriter json, Fatal fatal) {
    json.text("reason", fatal.reason());
    json.text("message", fatal.message());
  }

  private static void writeHeartbeat(JsonWriter json, Heartbeat heartbeat) {
    claim(json, heartbeat.activation(), heartbeat.fence());
  }

  private static void writeAppend(JsonWriter json, Append append) {
    claim(json, append.activation(), append.fence());
    json.objects("events", append.events(), EventCodec::writeEvent);
  }

  private static void writeComplete(JsonWriter json, Complete complete) {
    claim(json, complete.activation(), complete.fence());
    json.text("call", complete.call());
    json.objects("messages", complete.messages(), ChatCodec::write);
    json.objects("tools", complete.tools(), ChatCodec::writeSchema);
  }

  private static void writeAck(JsonWriter json, Ack ack) {
    claim(json, ack.activation(), ack.fence());
    json.object("outcome", out -> writeOutcome(out, ack.outcome()));
    json.object("usage", out -> ChatCodec.writeUsage(out, ack.usage()));
  }

  static Call<?> read(Method method, JsonObject json) {
    return switch (method) {
      case HELLO ->
          new Hello(
              json.smallNumber("protocol"),
              json.text("token"),
              json.objects("held", item -> new Held(item.text("activation"), item.number("fence"))),
              json.optionalText("runtimeVersion").orElse(""));
      case READY -> new Ready();
      case FATAL -> new Fatal(json.text("reason"), json.text("message"));
      case LEASE -> new Lease();
      case HEARTBEAT -> new Heartbeat(json.text("activation"), json.number("fence"));
      case APPEND ->
          new Append(
              json.text("activation"),
              json.number("fence"),
              json.objects("events", EventCodec::readEvent));
      case COMPLETE ->
          new Complete(
              json.text("activation"),
              json.number("fence"),
              json.text("call"),
              json.objects("messages", ChatCodec::read),
              json.objects("tools", ChatCodec::readSchema));
      case ACK ->
          new Ack(
              json.text("activation"),
              json.number("fence"),
              readOutcome(json.object("outcome")),
              ChatCodec.readUsage(json.object("usage")));
      case RENEW -> new Renew();
    };
  }

  private static void claim(JsonWriter json, String activation, long fence) {
    json.text("activation", activation);
    json.number("fence", fence);
  }

  private static void writeOutcome(JsonWriter json, Outcome outcome) {
    json.constant("kind", outcome.kind());
    switch (outcome) {
      case Outcome.Answered(String text) -> json.text("text", text);
      case Outcome.Interrupted(String text) -> json.text("text", text);
      case Outcome.Failed(Outcome.ErrorKind errorKind, String message) -> {
        json.constant("errorKind", errorKind);
        json.text("message", message);
      }
    }
  }

  private static Outcome readOutcome(JsonObject json) {
    return switch (json.constant("kind", Outcome.Kind.class)) {
      case ANSWERED -> new Outcome.Answered(json.text("text"));
      case INTERRUPTED -> new Outcome.Interrupted(json.optionalText("text").orElse(""));
      case FAILED ->
          new Outcome.Failed(
              json.constant("errorKind", Outcome.ErrorKind.class), json.text("message"));
    };
  }
}
