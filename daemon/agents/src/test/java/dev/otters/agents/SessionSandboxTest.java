package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StepListener;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.home.store.Database;
import dev.otters.oci.Progress;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Sessions with a sandbox of their own. */
class SessionSandboxTest extends OwnSandboxTest {
  private static final Duration LONG = Duration.ofMinutes(6);

  /** Lets time pass until no sandbox of a session runs. */
  private void awaitIdle() {
    AgentKit.eventually(
        "the sandbox is stopped",
        () -> {
          kit.time.advance(LONG);
          return own().getFirst().state() instanceof Lifecycle.Stopped;
        });
  }

  @Test
  void aSessionWithOtherGrantsGetsARootAndASandboxOfItsOwn() {
    say("bob", "app/bob");
    awaitRunning(1);

    Agent bob = own().getFirst();
    assertThat(bob.session().orElseThrow().session()).isEqualTo("bob");
    assertThat(sandbox(bob).spec().root())
        .isEqualTo(kit.home.agentRoot(bob.id()))
        .isNotEqualTo(kit.root(agent));
    assertThat(sandbox(bob).spec().mounts())
        .extracting(OperatorMount::host, OperatorMount::target, OperatorMount::readOnly)
        .containsExactly(
            tuple(kit.root(agent).resolve("substrate"), "/workspace/agent", true),
            tuple(kit.root(agent).resolve("learnings"), "/memory/learnings", true));
    assertThat(kit.setups.getLast().identity().name()).isEqualTo("guide");
    assertThat(kit.setups.getLast().identity().id()).isEqualTo(agent.id());
    assertThat(kit.keeper().list(true).agents()).hasSize(1);
  }

  @Test
  void itStopsAfterATimeWithoutWorkAndStartsAgainWithTheNextMessage() throws Exception {
    say("bob", "app/bob");
    awaitRunning(1);
    Files.writeString(sandbox(own().getFirst()).spec().root().resolve("workspace/mine"), "kept");
    answer(own().getFirst().id());

    awaitIdle();
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
    say("bob", "app/bob");

    awaitRunning(1);
    assertThat(sandbox(own().getFirst()).spec().root().resolve("workspace/mine")).exists();
  }

  @Test
  void itStopsAndStartsWithItsAgent() {
    say("bob", "app/bob");
    awaitRunning(1);

    var _ = kit.keeper().stop("guide", Duration.ZERO);
    assertThat(own().getFirst().state()).isInstanceOf(Lifecycle.Stopped.class);
    assertThat(kit.engine.sandbox(own().getFirst().id())).isEmpty();
    var _ = kit.keeper().start("guide", Progress.NONE);
    awaitRunning(1);

    var _ = kit.keeper().kill("guide");
    assertThat(own().getFirst().state()).isInstanceOf(Lifecycle.Stopped.class);
  }

  @Test
  void aRestartedAgentGivesItANewDefinition() {
    say("bob", "app/bob");
    awaitRunning(1);
    String before = own().getFirst().sandbox().orElseThrow();

    var _ = kit.keeper().restart("guide", Duration.ZERO, Progress.NONE);

    AgentKit.eventually(
        "the session has another sandbox",
        () ->
            own().getFirst().state() instanceof Lifecycle.Ready
                && !own().getFirst().sandbox().equals(Optional.of(before)));
  }

  @Test
  void itGoesWithItsSession() {
    say("bob", "app/bob");
    awaitRunning(1);
    Agent bob = own().getFirst();

    kit.sessions().removal().remove(id(agent), new SessionId("bob"), true);

    AgentKit.eventually("it is gone", () -> own().isEmpty());
    assertThat(kit.home.agentRoot(bob.id())).doesNotExist();
  }

  @Test
  void itGoesWithItsAgent() throws IOException {
    say("bob", "app/bob");
    awaitRunning(1);

    kit.keeper().remove("guide", true, false);

    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void noToolStartsBesideItOnceItsAgentIsBeingRemoved() {
    say("bob", "app/bob");
    awaitRunning(1);
    Agent bob = own().getFirst();
    List<Lifecycle> states = new CopyOnWriteArrayList<>();
    kit.steps =
        new StepListener() {
          @Override
          public void before(String step) {
            if (step.equals("stop tools of " + agent.id())
                && Files.exists(kit.home.agentRoot(bob.id()))) {
              own().forEach(row -> states.add(row.state()));
            }
          }
        };

    kit.keeper().remove("guide", true, false);

    assertThat(states).containsExactly(new Lifecycle.Removing());
  }

  @Test
  void theNextDaemonAdoptsIt() throws IOException {
    say("bob", "app/bob");
    awaitRunning(1);
    FakeSandbox before = sandbox(own().getFirst());

    kit.close();
    kit.open();

    awaitRunning(1);
    assertThat(sandbox(own().getFirst())).isSameAs(before);
    assertThat(before.isAsked()).isFalse();
  }

  @Test
  void theLongestIdleOneMakesRoomForAnother() throws Exception {
    for (int number = 1; number <= 9; number++) {
      say("s" + number, "app/" + number);
    }
    awaitRunning(8);
    Agent one =
        own().stream()
            .filter(row -> row.state() instanceof Lifecycle.Ready)
            .findFirst()
            .orElseThrow();
    answer(one.id());

    AgentKit.eventually(
        "the ninth one runs",
        () -> {
          kit.time.advance(Duration.ofSeconds(2));
          return running() == 8
              && own().size() == 9
              && kit.rows().find(one.id()).orElseThrow().state() instanceof Lifecycle.Stopped;
        });
  }

  @Test
  void allAgentsTogetherHaveAMostOfSandboxes() throws Exception {
    List<AgentView> agents = new ArrayList<>(List.of(agent));
    for (int number = 1; number <= 4; number++) {
      agents.add(kit.run());
    }
    agents.forEach(this::sayInSevenSessions);
    AgentKit.eventually("32 sandboxes run", () -> allRunning() == 32);
    Agent idle = kit.rows().all().stream().filter(this::runs).findFirst().orElseThrow();
    agent = agents.stream().filter(it -> id(it).equals(idle.agent())).findFirst().orElseThrow();

    answer(idle.id());

    AgentKit.eventually(
        "another one runs",
        () -> {
          kit.time.advance(Duration.ofSeconds(2));
          return allRunning() == 32
              && kit.rows().find(idle.id()).orElseThrow().state() instanceof Lifecycle.Stopped;
        });
  }

  private void sayInSevenSessions(AgentView view) {
    agent = view;
    say("shared", "");
    for (int number = 1; number <= 7; number++) {
      say("s" + number, "app/" + number);
    }
  }

  private boolean runs(Agent row) {
    return row.session().isPresent() && row.state() instanceof Lifecycle.Ready;
  }

  private long allRunning() {
    return kit.rows().all().stream().filter(this::runs).count();
  }

  @Test
  void theNextDaemonRemovesItIfItsSessionIsGone() throws IOException {
    say("bob", "app/bob");
    awaitRunning(1);
    UUID sandbox = own().getFirst().id();
    kit.close();
    try (Database database = Database.open(kit.home.database())) {
      database.update(tx -> tx.execute("DELETE FROM sessions WHERE id = 'bob'"));
    }

    kit.open();

    AgentKit.eventually("it is gone", () -> own().isEmpty());
    assertThat(kit.engine.sandbox(sandbox)).isEmpty();
    assertThat(kit.home.agentRoot(sandbox)).doesNotExist();
  }
}
