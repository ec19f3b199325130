package dev.otters.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.ImagePin;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.oci.Digest;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Held;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError;
import dev.otters.sessions.SessionId;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.TurnSteps.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents whose runtime is from an older release. */
class OldRuntimeTest {
  private static final SessionId SESSION = new SessionId("s");

  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private AgentView agent;
  private UUID id;
  private ImagePin own;

  @BeforeEach
  void start() throws Exception {
    kit = new AgentKit(folder);
    agent = kit.run();
    id = kit.row(agent).id();
    own = kit.row(agent).spec().runtime();
    ImagePin old = new ImagePin("otters/runtime:0.0.1", Digest.of("old".getBytes(UTF_8)));
    kit.rows().change(id, row -> row.with(row.spec().withRuntime(old)));
    kit.close();
    kit.open();
  }

  /** Leases a turn and lets the model call a tool that has no result. */
  private Activation workHalf() throws Exception {
    kit.sessions().service().appendUserMessage(id, SESSION, "m1", "hello", tx -> {});
    kit.sessions().turns().connect(id, "old", List.of());
    Activation turn = kit.sessions().turns().lease(id, "old");
    ToolCall call = new ToolCall("c1", "sh", "{\"args\":[\"rm\"]}");
    Answer.Next next =
        kit.sessions()
            .steps()
            .record(
                new Step(id, turn.id(), turn.fence(), 1),
                "scripted/guide",
                new Completion("", List.of(call), StopReason.TOOL_USE, Usage.NONE));
    assertThat(next).isEqualTo(new Answer.Run(List.of(call)));
    return turn;
  }

  @Test
  void anOldRuntimeIsReplacedAndItsTurnGoesOnWithANote() throws Exception {
    Activation turn = workHalf();
    Path socket = kit.sockets().agentFolder(id).resolve("d.sock");

    try (RuntimeClient client = RuntimeClient.connect(socket)) {
      Held held = new Held(turn.id(), turn.fence());
      assertThatExceptionOfType(RuntimeClient.Refused.class)
          .isThrownBy(
              () -> client.call(new Call.Hello(1, kit.tokens.get(id), List.of(held), "0.0.1")))
          .satisfies(
              e -> assertThat(e.error().code()).isEqualTo(WireError.Code.PROTOCOL_UNSUPPORTED));
    }

    AgentKit.eventually(
        "a new sandbox is ready",
        () -> kit.state(agent) instanceof Lifecycle.Ready && kit.setups.size() == 2);
    assertThat(kit.row(agent).spec().runtime()).isEqualTo(own);
    kit.sessions().turns().connect(id, "new", List.of());
    Activation again = kit.sessions().turns().lease(id, "new");
    assertThat(again.turn()).isEqualTo(turn.turn());
    State.Ask ask =
        (State.Ask) kit.sessions().steps().open(new Step(id, again.id(), again.fence(), 1));
    assertThat(ask.messages().toString()).contains("may or may not have happened");
  }
}
