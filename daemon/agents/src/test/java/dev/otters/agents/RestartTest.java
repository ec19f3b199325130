package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.logs.LogFollower;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.Exit;
import dev.otters.oci.Progress;
import dev.otters.protocol.Call;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RestartTest extends AgentKitTest {
  private static final Duration LONGER_THAN_ANY_BACKOFF = Duration.ofMinutes(2);

  @Test
  void anAgentThatCrashesIsStartedAgainInANewSandbox() {
    AgentView agent = kit.run();
    var first = kit.sandbox(agent);
    crash(agent, 137);

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide"))
        .satisfies(
            view -> {
              assertThat(view.state().status()).isEqualTo(AgentStatus.RESTARTING);
              assertThat(view.state().reason())
                  .startsWith("crashed: the runtime was ended by SIGKILL, next try");
              assertThat(view.state().exit()).isNotNull();
              assertThat(view.state().exit().signal()).isEqualTo("SIGKILL");
            });
    assertThat(kit.deaths).containsExactly("CRASHED");
    kit.awaitNextTry(agent);
    assertThat(kit.sandbox(agent)).isNotSameAs(first);
    assertThat(kit.row(agent).restarts()).isEqualTo(1);
    kit.keeper().stop("guide", Duration.ZERO);
    assertThat(kit.row(agent).restarts()).isZero();
  }

  @Test
  void anEngineThatIsAwayCostsNoTry() {
    AgentView agent = kit.run();
    crash(agent, 1);
    kit.awaitState(agent, Lifecycle.Failed.class);
    Instant failedAt = kit.time.now();
    kit.engine.lose();
    kit.time.advance(Duration.ofSeconds(1));

    AgentKit.eventually(
        "the next try waits for the engine",
        () ->
            kit.state(agent) instanceof Lifecycle.Failed failed
                && failed.nextTry().orElseThrow().isAfter(failedAt.plusSeconds(30)));
    assertThat(kit.row(agent).restarts()).isZero();
  }

  @Test
  void theReasonOfAFailedStartIsNotThatOfALaterCrash() {
    AgentView agent = run("no");
    kit.keeper().stop("guide", Duration.ZERO);
    kit.engine.program(
        sandbox -> {
          try (var client = kit.connect(sandbox)) {
            client.call(new Call.Fatal("config", "the tool sh cannot run here"));
          } catch (IOException e) {
            return 2;
          }
          sandbox.awaitStop();
          return 1;
        });
    assertThatThrownBy(() -> kit.keeper().start("guide", Progress.NONE))
        .hasMessageContaining("the tool sh cannot run here");
    kit.engine.program(kit::becomeReady);
    kit.keeper().start("guide", Progress.NONE);
    crash(agent, 3);

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide").state().reason())
        .isEqualTo("crashed: the runtime ended with exit code 3");
  }

  @Test
  void anAgentThatKeepsCrashingIsGivenUpAsACrashLoop() {
    AgentView agent = kit.run();
    AtomicInteger starts = new AtomicInteger();
    kit.engine.program(
        sandbox -> {
          starts.incrementAndGet();
          sandbox.print("no");
          return 1;
        });
    crash(agent, 1);
    AgentKit.eventually("it is given up", () -> givenUp(agent));

    assertThat(starts).hasValue(5);
    assertThat(kit.keeper().inspect("guide").state().reason())
        .startsWith("crash_loop: the runtime ended with exit code 1, 6 times in a row");
    assertThatThrownBy(() -> admit(agent))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING);
              assertThat(e.problem().remedy()).contains("otters start guide");
            });
  }

  private boolean givenUp(AgentView agent) {
    boolean failed = kit.state(agent) instanceof Lifecycle.Failed;
    if (failed) {
      kit.time.advance(LONGER_THAN_ANY_BACKOFF);
    }
    return kit.state(agent) instanceof Lifecycle.Failed end && end.reason() == Reason.CRASH_LOOP;
  }

  @Test
  void anAgentThatEndsWithCodeZeroIsStopped() {
    AgentView agent = kit.run();
    crash(agent, 0);

    kit.awaitState(agent, Lifecycle.Stopped.class);
    assertThat(kit.keeper().list(false).agents()).isEmpty();
  }

  @Test
  void anAgentWithoutARestartPolicyStaysFailed() {
    AgentView agent = run("no");
    crash(agent, 3);

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide").state().status()).isEqualTo(AgentStatus.FAILED);
  }

  @Test
  void anAgentThatAlwaysRunsIsStartedAgainAlsoAfterCodeZeroAndWithTheDaemon() throws IOException {
    AgentView agent = run("always");
    crash(agent, 0);
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);

    kit.keeper().stop("guide", Duration.ZERO);
    kit.close();
    kit.open();
    kit.awaitState(agent, Lifecycle.Ready.class);
  }

  @Test
  void memoryThatRanOutIsTheReason() {
    AgentView agent = run("no");
    kit.engine.end(id(agent), new Exit(137, OptionalInt.of(9), true, Instant.now()));

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.keeper().inspect("guide").state().reason())
        .isEqualTo("oom: the runtime was killed because the sandbox ran out of memory");
  }

  @Test
  void aRuntimeThatSaysThatItsConfigurationIsWrongIsNotStartedAgain() {
    kit.engine.program(
        sandbox -> {
          try (var client = kit.connect(sandbox)) {
            client.call(new Call.Ready(List.of()));
            AgentKit.eventually("it was ready once", () -> kit.rows().all().getFirst().created());
            client.call(new Call.Fatal("config", "the tool sh cannot run here"));
            return 1;
          } catch (IOException e) {
            return 2;
          }
        });
    AgentView agent = kit.run();

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.state(agent))
        .isInstanceOfSatisfying(
            Lifecycle.Failed.class,
            failed -> {
              assertThat(failed.reason()).isEqualTo(Reason.CONFIG);
              assertThat(failed.message()).isEqualTo("the tool sh cannot run here");
              assertThat(failed.nextTry()).isEmpty();
            });
  }

  @Test
  void aRuntimeThatFellSilentIsKilledAndStartedAgain() {
    AgentView agent = kit.run();
    kit.directory().unresponsive(id(agent), "no heartbeat came");

    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.deaths).containsExactly("UNRESPONSIVE");
    kit.awaitNextTry(agent);
  }

  @Test
  void aCrashAfterASilenceIsACrash() {
    AgentView agent = kit.run();
    kit.engine.lose();
    kit.directory().unresponsive(id(agent), "no heartbeat came");
    crash(agent, 1);
    kit.engine.restore();
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
    crash(agent, 1);

    kit.awaitState(agent, Lifecycle.Failed.class);
    // The reconciliation after the outage may find the second end first and reports it as STOPPED.
    assertThat(kit.deaths).hasSize(2).last().isNotEqualTo("UNRESPONSIVE");
  }

  @Test
  void anAgentThatWaitsToBeStartedAgainCanBeStopped() {
    AgentView agent = kit.run();
    crash(agent, 1);
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.keeper().stop("guide", Duration.ZERO);

    kit.time.advance(LONGER_THAN_ANY_BACKOFF);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Stopped.class);
  }

  @Test
  void aLongStableAgentHasAllItsTriesAgain() {
    AgentView agent = kit.run();
    crash(agent, 1);
    kit.awaitState(agent, Lifecycle.Failed.class);
    kit.awaitNextTry(agent);
    assertThat(kit.row(agent).restarts()).isEqualTo(1);

    kit.time.advance(Duration.ofMinutes(5));
    crash(agent, 1);
    kit.awaitState(agent, Lifecycle.Failed.class);
    assertThat(kit.row(agent).restarts()).isZero();
  }

  @Test
  void theLogEndsOnceAnAgentIsNotStartedAgain() {
    AgentView agent = run("no");
    try (LogFollower log = kit.logs().of(id(agent)).follow(0, Optional.empty())) {
      crash(agent, 1);

      kit.awaitState(agent, Lifecycle.Failed.class);
      AgentKit.eventually("the log ends", () -> isRead(log));
    }
  }

  @Test
  void theLogEndsOnceTheOperatorStopsTheAgent() {
    AgentView agent = run("always");
    try (LogFollower log = kit.logs().of(id(agent)).follow(0, Optional.empty())) {
      kit.keeper().stop("guide", Duration.ZERO);

      AgentKit.eventually("the log ends", () -> isRead(log));
    }
  }

  private static boolean isRead(LogFollower log) {
    try {
      Optional<LogLine> _ = log.next(Duration.ZERO);
      return log.exhausted();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private AgentView run(String restart) {
    return kit.run(RunRequests.of("guide:1", Map.of("restart", restart)));
  }

  private void crash(AgentView agent, int code) {
    kit.engine.end(id(agent), Exit.of(code, false, Instant.now()));
  }

  private void admit(AgentView agent) {
    kit.database().update(tx -> kit.keeper().admit(id(agent)));
  }

  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }
}
