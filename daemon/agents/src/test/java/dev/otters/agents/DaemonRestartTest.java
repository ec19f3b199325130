package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.executor.testkit.Specs;
import dev.otters.protocol.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DaemonRestartTest extends AgentKitTest {
  @Test
  void anAgentThatRunsIsAdoptedAsItIs() throws IOException {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    kit.close();
    sandbox.print("said while nobody listened");
    kit.open();

    assertThat(kit.keeper().inspect("guide").state().status()).isEqualTo(AgentStatus.READY);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    assertThat(sandbox.isAsked()).isFalse();
    AgentKit.eventually(
        "the log goes on",
        () ->
            kit.logs().of(id(agent)).tail(-1, Optional.empty()).stream()
                    .map(LogLine::text)
                    .filter("said while nobody listened"::equals)
                    .count()
                == 1);
    assertThat(kit.logs().of(id(agent)).tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .containsOnlyOnce("ready");
  }

  @Test
  void aRuntimeFindsTheNewDaemonAtItsOldSocketWithItsLastToken() throws IOException {
    AgentView agent = kit.run();
    Path socket = kit.sockets().agentFolder(id(agent)).resolve("d.sock");
    for (int restart = 0; restart < 2; restart++) {
      kit.close();
      kit.open();
      try (RuntimeClient client = RuntimeClient.connect(socket)) {
        var welcome = client.hello(kit.tokens.get(id(agent)));
        assertThat(welcome.setup().identity().name()).isEqualTo("guide");
        kit.tokens.put(id(agent), welcome.token());
      }
    }
  }

  @Test
  void aRuntimeThatTheOldDaemonNeverAnsweredFindsTheNewOneAtItsSocket() throws IOException {
    kit.engine.program(
        sandbox -> {
          try (RuntimeClient client = kit.connect(sandbox)) {
            var unused = client.begin(new Call.Ready(List.of()));
          } catch (IOException e) {
            return 1;
          }
          sandbox.awaitStop();
          return 0;
        });
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    kit.close();
    kit.open();

    assertThat(kit.keeper().inspect("guide").state().status()).isEqualTo(AgentStatus.READY);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    Path socket = kit.sockets().agentFolder(id(agent)).resolve("d.sock");
    try (RuntimeClient client = RuntimeClient.connect(socket)) {
      assertThat(client.hello(kit.tokens.get(id(agent))).setup().identity().name())
          .isEqualTo("guide");
    }
  }

  @Test
  void anAgentThatEndedMeanwhileIsStartedAgain() throws IOException {
    AgentView agent = kit.run();
    kit.close();
    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.open();

    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
  }

  @Test
  void aStartThatTheDaemonCutOffIsRepeatedAndNotCounted() throws IOException {
    AgentView agent = kit.run();
    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.rows().change(id(agent), DaemonRestartTest::startingForTheThirdTime);
    kit.close();
    kit.open();

    kit.awaitState(agent, Lifecycle.Ready.class);
    assertThat(kit.row(agent).restarts()).isEqualTo(3);
  }

  private static Agent startingForTheThirdTime(Agent row) {
    return row.with(((Lifecycle.Failed) row.state()).start()).withRestarts(3);
  }

  @Test
  void anAgentWhoseSandboxIsGoneAsAfterARebootIsStartedAgain() throws IOException {
    AgentView agent = kit.run();
    kit.close();
    kit.engine.vanish(id(agent));
    kit.open();

    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
  }

  @Test
  void anAgentThatWaitedToBeStartedAgainStillDoes() throws IOException {
    AgentView agent = kit.run();
    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.close();
    kit.open();

    kit.awaitNextTry(agent);
  }

  @Test
  void aStoppedAgentStaysStopped() throws IOException {
    AgentView agent = kit.run();
    kit.keeper().stop("guide", Duration.ZERO);
    kit.close();
    kit.open();

    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStopThatTheDaemonCutOffIsFinished(boolean starting) throws IOException {
    AgentView agent = kit.run();
    kit.rows()
        .change(
            id(agent), row -> (starting ? row.with(new Lifecycle.Starting()) : row).wanted(false));
    kit.close();
    kit.open();

    kit.awaitState(agent, Lifecycle.Stopped.class);
    assertThat(kit.engine.sandbox(id(agent))).isEmpty();
    assertThat(kit.sockets().agentFolder(id(agent))).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSandboxOfAnAgentThatDoesNotRunIsRemoved(boolean failed) throws IOException {
    AgentView agent = kit.run(RunRequests.of("guide:1", Map.of("restart", "no")));
    SandboxSpec spec = kit.sandbox(agent).spec();
    if (failed) {
      kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
      kit.awaitState(agent, Lifecycle.Failed.class);
    } else {
      kit.keeper().stop("guide", Duration.ZERO);
    }
    kit.close();
    Files.createDirectories(spec.socketFolder().orElseThrow());
    sandbox(spec, kit.homeId, SandboxKey.ofAgent(id(agent)));
    kit.open();

    assertThat(kit.engine.sandbox(id(agent))).isEmpty();
    assertThat(kit.state(agent).word()).isEqualTo(failed ? "failed" : "stopped");
  }

  @Test
  void aSandboxThatTheDaemonDidNotStartIsReplaced() throws IOException {
    AgentView agent = kit.run();
    SandboxSpec spec = kit.sandbox(agent).spec();
    kit.close();
    sandbox(spec, kit.homeId, SandboxKey.ofAgent(id(agent)));
    var foreign = kit.sandbox(agent);
    kit.engine.program(kit::becomeReady);
    kit.open();

    kit.awaitNextTry(agent);
    assertThat(kit.sandbox(agent)).isNotSameAs(foreign);
  }

  @Test
  void aSandboxThatAToolRunLeftIsRemovedAndThatOfItsAgentIsNot() throws IOException {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    kit.close();
    sandbox(sandbox.spec(), kit.homeId, SandboxKey.ofToolRun(id(agent)));
    kit.open();

    assertThat(new FakeExecutor(kit.engine, kit.homeId).list())
        .extracting(Sandbox::key)
        .containsExactly(SandboxKey.ofAgent(id(agent)));
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
  }

  @Test
  void aSandboxWithoutAnAgentIsRemovedAndThatOfAnotherHomeIsNot() throws IOException {
    AgentView agent = kit.run();
    SandboxSpec spec = kit.sandbox(agent).spec();
    kit.close();
    UUID otherHome = UUID.randomUUID();
    sandbox(spec, kit.homeId, SandboxKey.ofAgent(UUID.randomUUID()));
    sandbox(spec, otherHome, SandboxKey.ofAgent(UUID.randomUUID()));
    kit.open();

    assertThat(new FakeExecutor(kit.engine, kit.homeId).list()).hasSize(1);
    assertThat(new FakeExecutor(kit.engine, otherHome).list()).hasSize(1);
  }

  @Test
  void anEngineThatGoesAndComesBackFindsItsAgentsRunning() {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    kit.engine.lose();
    AgentKit.eventually(
        "the loss is shown",
        () -> kit.keeper().list(false).agents().getFirst().state().reason() != null);
    assertThat(kit.keeper().list(false).agents().getFirst().state().reason())
        .startsWith("engine lost");

    kit.engine.restore();
    AgentKit.eventually(
        "the return is shown",
        () -> kit.keeper().list(false).agents().getFirst().state().reason() == null);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
  }

  @Test
  void anAgentThatEndedWhileTheEngineWasAwayIsStartedOnceWhenItIsBack() {
    AgentView agent = kit.run();
    kit.engine.lose();
    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.engine.restore();

    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
    assertThat(kit.row(agent).restarts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Exit.UNKNOWN})
  void anAgentWhoseSandboxIsDeadWhenTheEngineIsBackIsStartedAgain(int code) {
    AgentView agent = kit.run();
    kit.engine.lose();
    die(agent, code);
    kit.engine.restore();

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide").state())
        .satisfies(
            state -> {
              assertThat(state.status()).isEqualTo(AgentStatus.RESTARTING);
              assertThat(state.reason()).startsWith("crashed: the runtime ");
              assertThat(state.reason()).contains(" while the daemon could not watch it, next try");
            });
    assertThat(kit.deaths).containsOnly("STOPPED");
    kit.awaitNextTry(agent);
    assertThat(kit.row(agent).restarts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, Exit.UNKNOWN})
  void anAgentWhoseSandboxIsDeadWhenTheDaemonIsBackFollowsItsPolicy(int code) throws IOException {
    AgentView agent = kit.run(RunRequests.of("guide:1", Map.of("restart", "no")));
    kit.close();
    die(agent, code);
    kit.open();

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide").state().reason())
        .startsWith("crashed: the runtime ")
        .endsWith(" while the daemon could not watch it");
  }

  @Test
  void anAgentThatTheOperatorStopsWhileTheEngineIsAwayIsStoppedWhenItIsBack() {
    AgentView agent = kit.run();
    kit.engine.lose();
    die(agent, 0);
    var stop = CompletableFuture.supplyAsync(() -> kit.keeper().stop("guide", Duration.ZERO));
    AgentKit.eventually("the stop ends", () -> endsAfter(stop, Duration.ofSeconds(1)));
    assertThatThrownBy(stop::join).hasCauseInstanceOf(ExecutorException.class);
    kit.engine.restore();

    kit.awaitState(agent, Lifecycle.Stopped.class);
  }

  /** Lets time pass, since the stop may wait for a runtime that it takes for alive. */
  private boolean endsAfter(CompletableFuture<?> task, Duration step) {
    kit.time.advance(step);
    return task.isDone();
  }

  /** Ends the sandbox of an agent, or removes it as another client would. */
  private void die(AgentView agent, int code) {
    if (code == Exit.UNKNOWN) {
      kit.engine.vanish(id(agent));
    } else {
      kit.engine.end(id(agent), Exit.of(code, false, Instant.now()));
    }
  }

  @Test
  void aDaemonStartsWhereNoEngineAnswersAndAdoptsLater() throws IOException {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    kit.close();
    kit.engine.lose();
    kit.open();
    assertThat(kit.keeper().inspect("guide").warnings())
        .anySatisfy(w -> assertThat(w).contains("engine"));

    kit.engine.restore();
    AgentKit.eventually(
        "the return is shown",
        () -> kit.keeper().list(false).agents().getFirst().state().reason() == null);
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
  }

  /** Runs a sandbox behind the daemon's back. */
  private void sandbox(SandboxSpec spec, UUID home, SandboxKey key) {
    FakeExecutor executor = new FakeExecutor(kit.engine, home);
    kit.engine.program(
        sandbox -> {
          sandbox.awaitStop();
          return 0;
        });
    executor.create(
        Specs.change(
            spec,
            draft -> {
              draft.key = key;
              draft.name = "stranger";
              draft.labels = Map.of();
            }),
        dev.otters.oci.Progress.NONE);
    executor.start(key);
  }

  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }
}
