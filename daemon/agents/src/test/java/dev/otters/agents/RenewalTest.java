package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.KillBefore.Killed;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Exit;
import dev.otters.executor.testkit.FakeEngine.Operation;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.oci.Progress;
import dev.otters.protocol.Call;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents that get a new sandbox while the daemon dies or another command ends them. */
class RenewalTest extends AgentKitTest {
  private final CountDownLatch turnEnds = new CountDownLatch(1);

  private AgentView update(String json) throws InterruptedException {
    return kit.keeper()
        .update("guide", Json.read(json, UpdateRequest.class), List.of(), Progress.NONE);
  }

  private void nextDaemon() throws IOException {
    kit.steps = StepListener.NONE;
    kit.close();
    kit.open();
  }

  private int refuse99Processes(FakeSandbox sandbox) throws InterruptedException {
    return sandbox.spec().limits().pids() == 99 ? 1 : kit.becomeReady(sandbox);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recheck mounts", "create sandbox", "wait until ready"})
  void theNextDaemonTakesBackAChangeThatDoesNotStart(String step) throws Exception {
    AgentView agent = kit.run();
    AgentSpec before = kit.row(agent).spec();
    kit.steps = new KillBefore(step, 1);
    assertThatThrownBy(() -> update("{\"pids\": 99, \"model\": \"scripted/other\"}"))
        .isInstanceOf(Killed.class);
    kit.engine.program(this::refuse99Processes);
    nextDaemon();

    AgentKit.eventually("it has its old definition", () -> kit.row(agent).spec().equals(before));
    kit.awaitNextTry(agent);
    assertThat(kit.sandbox(agent).spec().limits().pids()).isEqualTo(before.limits().pids());
  }

  @Test
  void theNextDaemonCompletesTheUndoingOfAChange() throws Exception {
    AgentView agent = kit.run();
    AgentSpec before = kit.row(agent).spec();
    kit.engine.program(this::refuse99Processes);
    kit.steps = new KillBefore("create sandbox", 2);
    assertThatThrownBy(() -> update("{\"pids\": 99}")).isInstanceOf(Killed.class);
    nextDaemon();

    kit.awaitState(agent, Lifecycle.Ready.class);
    assertThat(kit.row(agent).spec()).isEqualTo(before);
  }

  @Test
  void aCompleteChangeIsNotTakenBackWhenALaterStartFails() throws Exception {
    AgentView agent = kit.run();
    AgentView _ = update("{\"pids\": 99}");
    kit.engine.program(_ -> 1);
    assertThatThrownBy(() -> kit.keeper().restart("guide", Duration.ZERO, Progress.NONE))
        .isInstanceOf(ApiException.class);

    assertThat(kit.row(agent).spec().limits().pids()).isEqualTo(99);
  }

  @Test
  void anAgentThatTheOperatorRestartsHasAllItsTriesAgain() {
    AgentView agent = kit.run();
    kit.engine.end(UUID.fromString(agent.id()), Exit.of(1, false, Instant.now()));
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
    assertThat(kit.row(agent).restarts()).isEqualTo(1);
    kit.engine.failBefore(
        Operation.REMOVE, new ExecutorException(Reason.CONFLICT, "it is busy", "Try again."));

    assertThatThrownBy(() -> kit.keeper().restart("guide", Duration.ZERO, Progress.NONE))
        .hasMessageContaining("it is busy");
    assertThat(kit.row(agent).restarts()).isZero();
    kit.awaitNextTry(agent);
  }

  /** Plays a runtime that ends its turn later, or is killed. */
  private int finishTurn(FakeSandbox sandbox) throws InterruptedException {
    try (RuntimeClient client = kit.connect(sandbox)) {
      client.call(new Call.Ready(List.of()));
      sandbox.print("told " + client.notice());
      turnEnds.await();
      return 0;
    } catch (IOException e) {
      return 1;
    }
  }

  private void awaitLog(AgentView agent, String beginning) {
    AgentKit.eventually(
        "the log says " + beginning,
        () ->
            kit.logs().of(UUID.fromString(agent.id())).tail(-1, Optional.empty()).stream()
                .map(LogLine::text)
                .anyMatch(text -> text.startsWith(beginning)));
  }

  private AgentView renew(String how) throws InterruptedException {
    return how.equals("restart")
        ? kit.keeper().restart("guide", Duration.ofMinutes(10), Progress.NONE)
        : update("{\"pids\": 99}");
  }

  private static <T> CompletableFuture<T> begin(Task<T> task) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return task.run();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private interface Task<T> {
    T run() throws InterruptedException;
  }

  @ParameterizedTest
  @CsvSource({"restart, kill", "restart, stop", "update, kill", "update, stop"})
  void anAgentThatIsEndedBeforeItsNewSandboxStartsStaysDown(String how, String end)
      throws Exception {
    kit.engine.program(this::finishTurn);
    AgentView agent = kit.run();
    AgentSpec before = kit.row(agent).spec();
    CompletableFuture<AgentView> renewed = begin(() -> renew(how));
    awaitLog(agent, "told Stop");
    CompletableFuture<AgentView> ended =
        begin(
            () ->
                end.equals("kill")
                    ? kit.keeper().kill("guide")
                    : kit.keeper().stop("guide", Duration.ZERO));
    if (end.equals("stop")) {
      AgentKit.eventually("the wish is known", () -> !kit.row(agent).wanted());
      turnEnds.countDown();
    }

    assertThat(ended.get(20, TimeUnit.SECONDS).state().status()).isEqualTo(AgentStatus.STOPPED);
    assertThatThrownBy(() -> renewed.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("agent guide could not be started: it was stopped by the operator");
    assertThat(kit.setups).as("no other runtime connected").hasSize(1);
    kit.time.advance(Duration.ofHours(1));
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
    assertThat(kit.row(agent).spec()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kill", "stop"})
  void anAgentThatIsEndedWhileItsNewSandboxStartsStaysDown(String end) throws Exception {
    AgentView agent = kit.run();
    AgentSpec before = kit.row(agent).spec();
    kit.engine.program(
        sandbox -> {
          sandbox.print("slow");
          sandbox.awaitStop();
          return 1;
        });
    CompletableFuture<AgentView> renewed = begin(() -> renew("update"));
    awaitLog(agent, "slow");
    AgentView ended =
        end.equals("kill") ? kit.keeper().kill("guide") : kit.keeper().stop("guide", Duration.ZERO);

    assertThat(ended.state().status()).isEqualTo(AgentStatus.STOPPED);
    assertThatThrownBy(() -> renewed.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("by the operator");
    kit.time.advance(Duration.ofHours(1));
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
    assertThat(kit.row(agent).spec()).isEqualTo(before);
  }
}
