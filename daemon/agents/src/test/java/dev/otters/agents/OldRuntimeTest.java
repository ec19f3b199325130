package dev.otters.agents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.otters.agents.image.TestImages;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.RunRequest;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ImagePin;
import dev.otters.executor.testkit.FakeEngine.Operation;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.store.Ingest;
import dev.otters.oci.store.Origin;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Held;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  private void helloOfOldRuntime(Held... held) throws IOException {
    Path socket = kit.sockets().agentFolder(id).resolve("d.sock");
    try (RuntimeClient client = RuntimeClient.connect(socket)) {
      Call.Hello hello = new Call.Hello(1, kit.tokens.get(id), List.of(held), "0.0.1");
      Throwable said = catchThrowable(() -> client.call(hello));
      if (said instanceof RuntimeClient.Refused refused) {
        assertThat(refused.error().code()).isEqualTo(WireError.Code.PROTOCOL_UNSUPPORTED);
      } else {
        assertThat(said).as("its end may be faster than the answer").hasMessageContaining("closed");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNextDaemonCompletesAReplacement(boolean sandboxEnded) throws IOException {
    ExecutorException killed =
        new ExecutorException(ExecutorException.Reason.CONFLICT, "killed here", "Start it again.");
    if (sandboxEnded) {
      kit.engine.failAfter(Operation.STOP, killed);
    } else {
      kit.engine.failBefore(Operation.STOP, killed);
    }

    helloOfOldRuntime();
    AgentKit.eventually("it is pinned", () -> kit.row(agent).spec().runtime().equals(own));
    kit.close();
    kit.open();

    kit.awaitNextTry(agent);
    assertThat(kit.row(agent).spec().runtime()).isEqualTo(own);
    assertThat(kit.setups).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void anAgentfileThatNamesAnOldRuntimeKeepsItAndTheAgentFails() throws IOException {
    kit.close();
    kit.open();
    tagOldRuntime();
    kit.images().agent("guide:2", AgentKit.AGENTFILE + "RUNTIME otters/runtime:0.0.1\n");
    agent = kit.run(RunRequest.of("guide:2"));
    id = kit.row(agent).id();
    ImagePin chosen = kit.row(agent).spec().runtime();

    helloOfOldRuntime();

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(chosen.ref()).isEqualTo("otters/runtime:0.0.1");
    assertThat(kit.row(agent).spec().runtime()).isEqualTo(chosen);
    assertThat(kit.state(agent))
        .isEqualTo(
            new Lifecycle.Failed(
                Reason.CONFIG,
                "its Agentfile names the runtime otters/runtime:0.0.1, which speaks protocol 1 and"
                    + " not "
                    + Protocol.VERSION,
                Optional.empty()));
    assertThat(kit.logs().of(id).tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .anyMatch(line -> line.endsWith("Build the image without RUNTIME and run it again."));
  }

  private void tagOldRuntime() {
    Descriptor runtime = kit.store.resolve(TestImages.RUNTIME).orElseThrow();
    try (Ingest ingest = kit.store.ingest()) {
      ingest.tag(ImageReference.parse("otters/runtime:0.0.1"), runtime, Origin.LOADED);
      ingest.commit();
    }
  }

  @Test
  void anOldRuntimeIsReplacedAndItsTurnGoesOnWithANote() throws Exception {
    Activation turn = workHalf();

    helloOfOldRuntime(new Held(turn.id(), turn.fence()));

    AgentKit.eventually(
        "a new sandbox is ready",
        () -> kit.state(agent) instanceof Lifecycle.Ready && kit.setups.size() == 2);
    assertThat(kit.row(agent).spec().runtime()).isEqualTo(own);
    kit.sessions().turns().connect(id, "new", List.of());
    Activation again = kit.sessions().turns().lease(id, "new");
    assertThat(again.turn()).isEqualTo(turn.turn());
    State.Ask ask =
        (State.Ask)
            kit.sessions().steps().open(new Step(id, again.id(), again.fence(), 1), Long.MAX_VALUE);
    assertThat(ask.messages().toString()).contains("may or may not have happened");
  }
}
