package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.KillBefore.Killed;
import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.api.agent.WaitResult;
import dev.otters.executor.Exit;
import dev.otters.oci.Progress;
import dev.otters.protocol.Call;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Restarting, killing, renaming agents, and waiting for them. */
class LifecycleCommandsTest extends AgentKitTest {
  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }

  private AgentView run(String restart) {
    return kit.run(RunRequests.of("guide:1", Map.of("restart", restart)));
  }

  @Test
  void aRestartedAgentHasANewSandboxAndItsWorkspace() throws IOException {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    Files.writeString(kit.root(agent).resolve("workspace/kept"), "kept");

    AgentView after = kit.keeper().restart("guide", Duration.ZERO, Progress.NONE);

    assertThat(after.state().status()).isEqualTo(AgentStatus.READY);
    assertThat(after.id()).isEqualTo(agent.id());
    assertThat(kit.sandbox(agent)).isNotSameAs(sandbox);
    assertThat(kit.root(agent).resolve("workspace/kept")).hasContent("kept");
    assertThat(kit.row(agent).restarts()).isZero();
    assertThat(kit.deaths).containsExactly("STOPPED");
  }

  @Test
  void aRestartAsksTheRuntimeToEndWithinItsTime() {
    kit.engine.program(
        sandbox -> {
          try (RuntimeClient client = kit.connect(sandbox)) {
            client.call(new Call.Ready(List.of()));
            sandbox.print("told " + client.notice());
            return 0;
          } catch (IOException e) {
            return 1;
          }
        });
    AgentView agent = kit.run();
    AgentView _ = kit.keeper().restart("guide", Duration.ofSeconds(7), Progress.NONE);

    assertThat(kit.logs().of(id(agent)).tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .contains("told Stop[graceMillis=7000]", "restarted by the operator");
  }

  @Test
  void aStoppedOrFailedAgentIsStartedByARestart() {
    AgentView agent = run("no");
    AgentView _ = kit.keeper().stop("guide", Duration.ZERO);
    assertThat(kit.keeper().restart("guide", Duration.ZERO, Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);

    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().restart("guide", Duration.ZERO, Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recheck mounts", "create sandbox", "wait until ready"})
  void theNextDaemonCompletesARestart(String step) throws IOException {
    AgentView agent = run("no");
    kit.steps = new KillBefore(step, 1);
    assertThatThrownBy(() -> kit.keeper().restart("guide", Duration.ZERO, Progress.NONE))
        .isInstanceOf(Killed.class);
    kit.steps = StepListener.NONE;
    kit.close();
    kit.open();

    kit.awaitState(agent, Lifecycle.Ready.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "always", "unless-stopped", "on-failure"})
  void aKilledAgentStaysStoppedWhateverItsPolicy(String policy) {
    AgentView agent = run(policy);
    AgentView killed = kit.keeper().kill("guide");

    assertThat(killed.state().status()).isEqualTo(AgentStatus.STOPPED);
    assertThat(killed.state().exit()).isNotNull();
    assertThat(killed.state().exit().code()).isEqualTo(137);
    assertThat(kit.engine.sandbox(id(agent))).isEmpty();
    kit.time.advance(Duration.ofHours(1));
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
    assertThatThrownBy(() -> kit.keeper().kill("guide"))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING);
              assertThat(e).hasMessage("agent guide is stopped");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"always", "remove"})
  void aKillEndsAStopThatWaitsForTurns(String policy) throws Exception {
    kit.engine.program(
        sandbox -> {
          try (RuntimeClient client = kit.connect(sandbox)) {
            client.call(new Call.Ready(List.of()));
            sandbox.print("told " + client.notice());
            sandbox.awaitStop();
            return 0;
          } catch (IOException e) {
            return 1;
          }
        });
    AgentView agent = run(policy);
    CompletableFuture<AgentView> stop =
        CompletableFuture.supplyAsync(() -> kit.keeper().stop("guide", Duration.ofMinutes(10)));
    AgentKit.eventually(
        "the runtime was asked",
        () ->
            kit.logs().of(id(agent)).tail(-1, Optional.empty()).stream()
                .anyMatch(line -> line.text().startsWith("told Stop")));

    assertThat(kit.keeper().kill("guide").state().status()).isEqualTo(AgentStatus.STOPPED);
    assertThat(stop.get(20, TimeUnit.SECONDS).state().status()).isEqualTo(AgentStatus.STOPPED);
  }

  @Test
  void anAgentThatWaitsToBeStartedAgainIsKilled() {
    AgentView agent = kit.run();
    kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);

    assertThat(kit.keeper().kill("guide").state().status()).isEqualTo(AgentStatus.STOPPED);
  }

  @Test
  void aRenamedAgentKeepsItsSandboxSessionsLogAndToken() throws IOException {
    AgentView agent = kit.run();
    var sandbox = kit.sandbox(agent);
    long _ =
        kit.sessions()
            .service()
            .appendUserMessage(id(agent), new SessionId("s"), "m", "hello", tx -> {});

    AgentView renamed = kit.keeper().rename("guide", "scout");

    assertThat(renamed.name()).isEqualTo("scout");
    assertThat(renamed.id()).isEqualTo(agent.id());
    assertThat(kit.sandbox(agent)).isSameAs(sandbox);
    assertThat(kit.keeper().id("scout")).isEqualTo(id(agent));
    assertThat(kit.sessions().service().list(Optional.of(id(agent)), "", SessionPlace.FIRST, 9))
        .hasSize(1);
    assertThat(kit.logs().of(id(agent)).tail(-1, Optional.empty()))
        .extracting(LogLine::text)
        .contains("ready", "renamed from guide to scout by the operator");
    kit.close();
    kit.open();
    try (RuntimeClient client =
        RuntimeClient.connect(kit.sockets().agentFolder(id(agent)).resolve("d.sock"))) {
      assertThat(client.hello(kit.tokens.get(id(agent))).setup().identity().name())
          .isEqualTo("scout");
    }
    assertThat(kit.run().name()).as("the old name is free").isEqualTo("guide");
  }

  @Test
  void aTakenOrInvalidNameIsRefused() {
    AgentView first = kit.run();
    AgentView second = kit.run();
    assertThatThrownBy(() -> kit.keeper().rename(second.name(), first.name()))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.NAME_TAKEN);
              assertThat(e.problem().remedy())
                  .isEqualTo("Choose another name, or remove it with 'otters rm guide'.");
            });
    assertThatThrownBy(() -> kit.keeper().rename("guide", "guide"))
        .hasMessage("agent guide has this name already");
    for (String name : List.of("", "a b", "../x", "-x", "x".repeat(64))) {
      assertThatThrownBy(() -> kit.keeper().rename("guide", name))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }
    assertThat(kit.rows().all()).extracting(row -> row.name()).contains("guide", "guide-2");
  }

  @Test
  void aReplacedAgentLeavesNothing() throws IOException {
    AgentView old = kit.run();
    Files.writeString(kit.root(old).resolve("workspace/old"), "old");
    long _ =
        kit.sessions()
            .service()
            .appendUserMessage(id(old), new SessionId("s"), "m", "hello", tx -> {});

    AgentView next = kit.run(RunRequests.of("guide:1", Map.of("replace", true)));

    assertThat(next.name()).isEqualTo("guide");
    assertThat(next.id()).isNotEqualTo(old.id());
    assertThat(kit.rows().all()).hasSize(1);
    assertThat(kit.engine.sandbox(id(old))).isEmpty();
    assertThat(kit.root(old)).doesNotExist();
    assertThat(kit.sessions().service().list(Optional.empty(), "", SessionPlace.FIRST, 9))
        .isEmpty();
    assertThat(kit.run(RunRequests.of("guide:1", Map.of("replace", true, "name", "new"))).name())
        .as("there is none to replace")
        .isEqualTo("new");
    assertThat(kit.rows().all()).hasSize(2);
  }

  @Test
  void anAgentIsNotReplacedByOneThatCannotRun() {
    AgentView old = kit.run();
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("replace", true, "config", Map.of("trace", "loud")),
            Map.of("replace", true, "name", "a b"))) {
      assertThatThrownBy(() -> kit.run(RunRequests.of("guide:1", wrong)))
          .isInstanceOf(ApiException.class);
    }
    assertThatThrownBy(
            () -> kit.run(RunRequests.of("none:1", Map.of("replace", true, "name", "guide"))))
        .isNotNull();
    assertThat(kit.keeper().inspect("guide").id()).isEqualTo(old.id());
    assertThat(kit.state(old)).isInstanceOf(Lifecycle.Ready.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop", "kill", "end", "crash"})
  void anAgentOfRunWithRmIsRemovedWhenItStops(String how) throws IOException {
    AgentView agent = run("remove");
    switch (how) {
      case "stop" -> kit.keeper().stop("guide", Duration.ZERO);
      case "kill" -> kit.keeper().kill("guide");
      case "end" -> kit.engine.end(id(agent), Exit.of(0, false, Instant.now()));
      default -> kit.engine.end(id(agent), Exit.of(1, false, Instant.now()));
    }

    AgentKit.eventually("it is removed", () -> kit.rows().all().isEmpty());
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void anAgentOfRunWithRmThatEndsWhileTheDaemonIsAwayIsRemovedByTheNext() throws IOException {
    AgentView agent = run("remove");
    kit.close();
    kit.engine.end(id(agent), Exit.of(0, false, Instant.now()));
    kit.open();

    AgentKit.eventually("it is removed", () -> kit.rows().all().isEmpty());
    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void anAgentOfRunWithRmSurvivesARestartAndAnUpdate() throws Exception {
    AgentView agent = run("remove");
    AgentView _ = kit.keeper().restart("guide", Duration.ZERO, Progress.NONE);
    AgentView _ =
        kit.keeper()
            .update(
                "guide",
                Json.read("{\"pids\": 99}", UpdateRequest.class),
                List.of(),
                Progress.NONE);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
    AgentView _ =
        kit.keeper()
            .update(
                "guide",
                Json.read("{\"restart\": \"no\"}", UpdateRequest.class),
                List.of(),
                Progress.NONE);
    AgentView _ = kit.keeper().stop("guide", Duration.ZERO);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"restart", "update"})
  void anAgentOfRunWithRmThatDoesNotStartAgainIsRemoved(String how) throws IOException {
    AgentView _ = run("remove");
    kit.engine.program(_ -> 1);
    UpdateRequest change = Json.read("{\"pids\": 99}", UpdateRequest.class);

    assertThatThrownBy(
            () -> {
              AgentView _ =
                  how.equals("restart")
                      ? kit.keeper().restart("guide", Duration.ZERO, Progress.NONE)
                      : kit.keeper().update("guide", change, List.of(), Progress.NONE);
            })
        .isInstanceOf(ApiException.class);
    assertThat(kit.leftovers()).isEmpty();
  }

  /** Returns the result of a wait that has begun. */
  private CompletableFuture<WaitResult> waits(String name) {
    CompletableFuture<WaitResult> result = new CompletableFuture<>();
    Thread waiter =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    result.complete(kit.keeper().await(name));
                  } catch (InterruptedException | RuntimeException e) {
                    result.completeExceptionally(e);
                  }
                });
    AgentKit.eventually("it waits", () -> waiter.getState() == Thread.State.WAITING);
    return result;
  }

  @Test
  void aWaitEndsWithTheExitCodeOfTheAgent() throws Exception {
    AgentView agent = run("no");
    CompletableFuture<WaitResult> wait = waits("guide");
    kit.engine.end(id(agent), Exit.of(3, false, Instant.now()));

    assertThat(wait.get(20, TimeUnit.SECONDS)).isEqualTo(new WaitResult(3));
    assertThat(kit.keeper().await("guide")).as("at once").isEqualTo(new WaitResult(3));
  }

  @Test
  void aWaitIgnoresAnEndAfterWhichTheAgentIsStartedAgain() throws Exception {
    AgentView agent = kit.run();
    CompletableFuture<WaitResult> wait = waits("guide");
    kit.engine.end(id(agent), Exit.of(3, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
    assertThat(wait).isNotDone();

    AgentView _ = kit.keeper().stop("guide", Duration.ZERO);
    assertThat(wait.get(20, TimeUnit.SECONDS)).isEqualTo(new WaitResult(0));
  }

  @Test
  void aWaitEndsWhenTheAgentIsRemoved() throws Exception {
    AgentView _ = kit.run();
    CompletableFuture<WaitResult> wait = waits("guide");
    kit.keeper().remove("guide", true, false);

    assertThat(wait.get(20, TimeUnit.SECONDS).exitCode()).isBetween(0, 137);
  }
}
