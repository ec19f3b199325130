package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.api.session.NewSession;
import dev.otters.oci.Progress;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a change of an agent leaves the children of its sessions. */
class ParentModesTest extends AgentKitTest {
  private AgentView parent;
  private UUID child;
  private SessionId session;
  private int turns;

  @BeforeEach
  void aChildOfAnotherAgent() {
    image("elder:1", "elder", "read-write");
    image("elder:2", "elder", "read");
    image("heir:1", "heir", "read-write");
    parent = run("elder:1");
    child = UUID.fromString(run("heir:1").id());
    UUID elder = UUID.fromString(parent.id());
    SessionId above = create(elder, Optional.empty());
    session = create(child, Optional.of(new ParentSession(elder, above)));
  }

  /** Runs an agent whose sessions share a sandbox, since all have the same grants. */
  private AgentView run(String ref) {
    String request = "{\"ref\": \"%s\", \"config\": {\"grants\": \"app/a\"}}".formatted(ref);
    return kit.run(Json.read(request, RunRequest.class));
  }

  private void image(String ref, String name, String mode) {
    kit.images()
        .agent(
            ref,
            """
            FROM scratch
            NAME %s
            MODEL scripted/guide
            RESOURCE memory mode=%s
            """
                .formatted(name, mode));
  }

  private SessionId create(UUID agent, Optional<ParentSession> above) {
    NewSession wanted = new NewSession("r" + agent, null, null, Map.of(), null, List.of());
    return kit.sessions().creation().create(agent, wanted, above, _ -> {});
  }

  private void update(String ref) throws InterruptedException {
    UpdateRequest request = Json.read("{\"image\": \"%s\"}".formatted(ref), UpdateRequest.class);
    AgentView _ = kit.keeper().update(parent.name(), request, List.of(), Progress.NONE);
  }

  /** Runs a turn of the child, and returns the mode of its memory. */
  private String mode() throws InterruptedException {
    String message = "m" + ++turns;
    long _ = kit.sessions().service().appendUserMessage(child, session, message, "Hello", _ -> {});
    List<String> _ = kit.sessions().turns().connect(child, "runtime", List.of());
    Activation turn = kit.sessions().turns().lease(child, "runtime");
    kit.sessions().turns().ack(child, turn.id(), turn.fence(), new Outcome.Answered("done"));
    return context().contains("\"mode\":\"read-write\"") ? "read-write" : "read";
  }

  private String context() {
    return kit.database()
        .read(
            rows ->
                rows.first(
                    "SELECT b.body FROM activations a JOIN blobs b ON b.hash = a.context ORDER BY"
                        + " a.key DESC LIMIT 1",
                    row -> row.text("body")))
        .orElseThrow();
  }

  @Test
  void aModeThatAStoppedParentGetsCountsInTheNextTurnOfAChild() throws Exception {
    assertThat(mode()).isEqualTo("read-write");

    AgentView _ = kit.keeper().stop(parent.name(), Duration.ZERO);
    update("elder:2");
    assertThat(mode()).isEqualTo("read");

    AgentView _ = kit.keeper().start(parent.name(), Progress.NONE);
    assertThat(mode()).isEqualTo("read");
    update("elder:1");
    assertThat(mode()).isEqualTo("read-write");
  }

  @Test
  void aWiderModeCountsOnlyWhenTheParentHasStartedWithIt() throws Exception {
    update("elder:2");
    AgentView _ = kit.keeper().stop(parent.name(), Duration.ZERO);
    update("elder:1");
    assertThat(mode()).isEqualTo("read");

    AgentView _ = kit.keeper().start(parent.name(), Progress.NONE);
    assertThat(mode()).isEqualTo("read-write");
  }
}
