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
        new Call.Ready(List.of(new Block("AGENT", AWKWARD, AWKWARD))),
        new Call.Fatal("init", AWKWARD),
        new Call.Lease(),
        new Call.Heartbeat("a-1", Long.MAX_VALUE),
        new Call.Complete("a-1", 7, 3),
        new Call.Result("a-1", 7, 3, result()),
        new Call.Result(
            "a-1",
            7,
            4,
            new EventBody.ToolResult(
                "c2", "sh", 0, "", "", 1, false, Optional.empty(), false, Optional.empty())),
        new Call.Release("a-1", 7, new Outcome.Interrupted("")),
        new Call.Release("a-1", 7, new Outcome.Failed(Outcome.ErrorKind.TRANSIENT, AWKWARD)));
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

  /** Answers by the call that they answer. */
  static Map<Method, Answer> answers() {
    return Map.of(
        Method.HELLO, new Answer.Welcome(1, "fresh", setup()),
        Method.READY, new Answer.Done(),
        Method.LEASE, new Answer.Leased(activation()),
        Method.COMPLETE, new Answer.Run(List.of(new ToolCall("c1", "sh", AWKWARD))));
  }

  static Activation activation() {
    return new Activation("a-1", 7, "cli:chat:1", "t-1", new TurnOptions(120_000, 1_800_000));
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
        List.of(
            new AgentSetup.Env("API_TOKEN", "what for", "hunter2", true),
            new AgentSetup.Env("GREETING", "", "hello", false)),
        List.of(new AgentSetup.Context("SOUL", "who I am", AWKWARD)),
        List.of(new AgentSetup.Tool("sh", "a shell", "/opt/bins/sh")),
        List.of(
            new AgentSetup.Mount("/workspace/src", "source", true),
            new AgentSetup.Mount("/workspace/out", "", false)),
        List.of(new AgentSetup.DataFile("a.csv", "numbers")),
        List.of(new AgentSetup.Skill("deploy", AWKWARD)),
        List.of(new AgentSetup.Capability("wake-schedule", "later")),
        "none",
        List.of("api.example.com", "*.example.org:8443"),
        new AgentSetup.Limits(1L << 30, 2.5, 512));
  }

  static List<Message> others() {
    return List.of(
        new Message.Notification(new Notice.Interrupt("a-1")),
        new Message.Notification(new Notice.Stop(10_000)),
        new Message.Failure(
            OptionalLong.of(4), WireError.of(WireError.Code.STALE_FENCE, "somebody else has it")),
        new Message.Failure(OptionalLong.empty(), WireError.of(WireError.Code.INTERNAL, AWKWARD)));
  }
}
