package dev.otters.protocol;

import dev.otters.protocol.Call.Complete;
import dev.otters.protocol.Call.Fatal;
import dev.otters.protocol.Call.Heartbeat;
import dev.otters.protocol.Call.Hello;
import dev.otters.protocol.Call.Lease;
import dev.otters.protocol.Call.Ready;
import dev.otters.protocol.Call.Release;
import dev.otters.protocol.Call.Result;

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
      case READY -> writeReady(json, (Ready) call);
      case COMPLETE -> writeComplete(json, (Complete) call);
      case RESULT -> writeResult(json, (Result) call);
      case RELEASE -> writeRelease(json, (Release) call);
      case LEASE -> {}
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

  private static void writeReady(JsonWriter json, Ready ready) {
    json.objects("blocks", ready.blocks(), CallCodec::writeBlock);
  }

  private static void writeBlock(JsonWriter json, Block block) {
    json.text("name", block.name());
    json.text("description", block.description());
    json.text("text", block.text());
  }

  private static Block readBlock(JsonObject json) {
    return new Block(json.text("name"), json.text("description"), json.text("text"));
  }

  private static void writeComplete(JsonWriter json, Complete complete) {
    claim(json, complete.activation(), complete.fence());
    json.number("step", complete.step());
  }

  private static void writeResult(JsonWriter json, Result result) {
    claim(json, result.activation(), result.fence());
    json.number("step", result.step());
    json.object("result", out -> EventCodec.writeResult(out, result.result()));
  }

  private static void writeRelease(JsonWriter json, Release release) {
    claim(json, release.activation(), release.fence());
    json.constant("kind", release.outcome().kind());
    if (release.outcome() instanceof Outcome.Failed(Outcome.ErrorKind errorKind, String message)) {
      json.constant("errorKind", errorKind);
      json.text("message", message);
    }
  }

  private static Outcome.Unanswered readOutcome(JsonObject json) {
    return switch (json.constant("kind", Outcome.Kind.class)) {
      case INTERRUPTED -> new Outcome.Interrupted("");
      case FAILED ->
          new Outcome.Failed(
              json.constant("errorKind", Outcome.ErrorKind.class), json.text("message"));
      case ANSWERED -> throw json.wrong("kind", "INTERRUPTED or FAILED");
    };
  }

  static Call<?> read(Method method, JsonObject json) {
    return switch (method) {
      case HELLO ->
          new Hello(
              json.smallNumber("protocol"),
              json.text("token"),
              json.objects("held", item -> new Held(item.text("activation"), item.number("fence"))),
              json.optionalText("runtimeVersion").orElse(""));
      case READY -> new Ready(json.objects("blocks", CallCodec::readBlock));
      case FATAL -> new Fatal(json.text("reason"), json.text("message"));
      case LEASE -> new Lease();
      case HEARTBEAT -> new Heartbeat(json.text("activation"), json.number("fence"));
      case COMPLETE ->
          new Complete(json.text("activation"), json.number("fence"), json.smallNumber("step"));
      case RESULT ->
          new Result(
              json.text("activation"),
              json.number("fence"),
              json.smallNumber("step"),
              EventCodec.readResult(json.object("result")));
      case RELEASE -> new Release(json.text("activation"), json.number("fence"), readOutcome(json));
    };
  }

  private static void claim(JsonWriter json, String activation, long fence) {
    json.text("activation", activation);
    json.number("fence", fence);
  }
}
