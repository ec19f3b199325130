package dev.otters.protocol;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** One message of every kind, with awkward texts in it. */
final class Samples {
  static final String AWKWARD = "tab\t line\n quote\" back\\ ünï 🦦 \u2028 \u0000 </end>";

  private Samples() {}

  static List<Call<?>> calls() {
    return List.of(
        new Call.Hello(1, "to.ke.n", List.of(new Held("a-1", 7), new Held("a-2", 1)), "0.1.0"),
        new Call.Ready(),
        new Call.Fatal("init", AWKWARD),
        new Call.Lease(),
        new Call.Heartbeat("a-1", Long.MAX_VALUE),
        new Call.Append("a-1", 7, events()),
        new Call.Complete(
            "a-1",
            7,
            "a-1.7.c1",
            messages(),
            List.of(new ToolSchema("sh", AWKWARD, ToolInput.SCHEMA_JSON))),
        new Call.Ack("a-1", 7, new Outcome.Answered(AWKWARD), new Usage(10, 20)),
        new Call.Ack("a-1", 7, new Outcome.Interrupted(""), Usage.NONE),
        new Call.Ack(
            "a-1", 7, new Outcome.Failed(Outcome.ErrorKind.TRANSIENT, AWKWARD), Usage.NONE),
        new Call.Renew());
  }

  static List<Event> events() {
    return List.of(
        new Event("e-1", new EventBody.AgentMessage(AWKWARD, true)),
        new Event(
            "e-2",
            new EventBody.ToolUse("c1", "sh", List.of("-c", AWKWARD), "in", 1, Optional.empty())),
        new Event(
            "e-3", new EventBody.ToolUse("c2", "sh", List.of(), "", 1, Optional.of("{broken"))),
        new Event("e-4", result()));
  }

  static EventBody.ToolResult result() {
    return new EventBody.ToolResult(
        "c1",
        "sh",
        3,
        "out",
        AWKWARD,
        12,
        true,
        Optional.of("/runtime/s/c1.out"),
        true,
        Optional.of("timed out"));
  }

  static List<ChatMessage> messages() {
    return List.of(
        new ChatMessage.System("be kind"),
        new ChatMessage.User(AWKWARD),
        new ChatMessage.Assistant("", List.of(new ToolCall("c1", "sh", "{\"args\":[]}"))),
        new ChatMessage.ToolResult("c1", "sh", AWKWARD, true),
        new ChatMessage.Assistant("done", List.of()));
  }

  /** Answers by the call that they answer. */
  static Map<Method, Answer> answers() {
    return Map.of(
        Method.HELLO, new Answer.Welcome(1, "fresh", setup()),
        Method.READY, new Answer.Done(),
        Method.LEASE, new Answer.Leased(activation()),
        Method.COMPLETE,
            new Answer.Completion(
                AWKWARD,
                List.of(new ToolCall("c1", "sh", "{}")),
                StopReason.TOOL_USE,
                new Usage(1, 2)),
        Method.RENEW, new Answer.Renewed("fresh"));
  }

  static Activation activation() {
    return new Activation(
        "a-1",
        7,
        "cli:chat:1",
        "t-1",
        messages(),
        Optional.of(AWKWARD),
        new TurnOptions(20, 120_000, 1_800_000, Map.of("temperature", "0.5")));
  }

  static AgentSetup setup() {
    return new AgentSetup(
        new AgentSetup.Identity(
            "id-1",
            "otto",
            AWKWARD,
            "scripted/guide",
            new AgentSetup.Pin("guide:latest", "sha256:00"),
            new AgentSetup.Pin("otters/runtime:0.1.0", "sha256:01")),
        Map.of("max-tokens", "2048"),
        List.of(new AgentSetup.Env("API_TOKEN", "what for", "hunter2", true)),
        List.of(new AgentSetup.Context("SOUL", "who I am", AWKWARD)),
        List.of(new AgentSetup.Tool("sh", "a shell", "sh -c …", "/opt/bins/sh")),
        List.of(new AgentSetup.Mount("/workspace/src", "source", true)),
        List.of(new AgentSetup.DataFile("a.csv", "numbers")),
        List.of(new AgentSetup.Capability("wake-schedule", "later")),
        "none",
        new AgentSetup.Limits(1L << 30, 2.5, 512));
  }

  static List<Message> others() {
    return List.of(
        new Message.Notification(new Notice.Interrupt("a-1")),
        new Message.Notification(new Notice.Stop(10_000)),
        new Message.Failure(
            OptionalLong.of(4), WireError.of(WireError.Code.STALE_FENCE, "somebody else has it")),
        new Message.Failure(OptionalLong.empty(), WireError.of(WireError.Code.INTERNAL, AWKWARD)),
        new Message.Failure(
            OptionalLong.of(5),
            new WireError(-32000, WireError.Code.MODEL_TRANSIENT, "slow", OptionalLong.of(1500))));
  }
}
