package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunOptions;
import dev.otters.agents.create.RunRequests;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.ExecutorSetting;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.executor.BinMounts;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.Limitation;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Agents of two executors in one home: each stays where it is, and neither disturbs the other. */
class PlacementTest extends AgentKitTest {
  private AgentView run(Map<String, Object> members) {
    return kit.run(RunRequests.of("guide:1", members));
  }

  private AgentView runOn(String executor) {
    return run(Map.of("executor", executor, "binMounts", "bind"));
  }

  private boolean runsOnDocker(AgentView agent) {
    return kit.engine.sandbox(id(agent)).isPresent();
  }

  private boolean runsOnSystem(AgentView agent) {
    return kit.system.sandbox(id(agent)).isPresent();
  }

  @Test
  void anAgentRunsWhereItsOperatorSaysAndItsRowRemembersIt() {
    AgentView agent = runOn("system");

    assertThat(runsOnSystem(agent)).isTrue();
    assertThat(runsOnDocker(agent)).isFalse();
    assertThat(agent.placement().executor()).isEqualTo("system");
    assertThat(agent.placement().executorReason()).isEqualTo("the operator named it");
    assertThat(agent.placement().binMounts()).isEqualTo("bind");
    assertThat(kit.keeper().list(false).agents())
        .extracting(AgentSummary::executor)
        .containsExactly("system");
    assertThat(kit.system.sandbox(id(agent)).orElseThrow().spec().tools().mounts())
        .isEqualTo(BinMounts.BIND);
  }

  @Test
  void withoutAWordTheEngineIsTakenAndTheOtherExecutorIsNotOpened() throws IOException {
    AgentView agent = kit.run();
    kit.close();
    kit.open();

    assertThat(agent.placement().executor()).isEqualTo("docker");
    assertThat(agent.placement().executorReason()).contains("usable container engine");
    assertThat(agent.placement().binMounts()).isEqualTo("auto");
    assertThat(kit.systemOpened).hasValue(0);
  }

  @Test
  void anAgentStaysWithItsExecutorWhateverTheDaemonIsToldLater() throws IOException {
    AgentView agent = kit.run();
    kit.keeper().stop("guide", Duration.ZERO);
    kit.close();
    kit.setting = Optional.of(new ExecutorSetting(ExecutorKind.SYSTEM, "a test"));
    kit.open();
    kit.keeper().start("guide", Progress.NONE);

    assertThat(runsOnDocker(agent)).isTrue();
    assertThat(runsOnSystem(agent)).isFalse();
    assertThat(kit.run().placement().executor()).isEqualTo("system");
  }

  @Test
  void anAgentCannotMoveToAnotherExecutor() {
    AgentView agent = kit.run();

    assertThatThrownBy(() -> run(Map.of("name", "guide", "executor", "system")))
        .hasMessage(
            "there is an agent 'guide' already, and it runs in docker: an agent never changes its"
                + " executor");
    assertThatThrownBy(() -> run(Map.of("name", "guide", "executor", "docker")))
        .hasMessage("there is an agent 'guide' already");
    assertThat(runsOnDocker(agent)).isTrue();
    assertThat(kit.systemOpened).hasValue(0);
  }

  @Test
  void anAgentWhoseEngineIsAwayFailsAndStartsNowhereElse() {
    AgentView agent = kit.run();
    kit.keeper().stop("guide", Duration.ZERO);
    kit.engine.lose();

    assertThatThrownBy(() -> kit.keeper().start("guide", Progress.NONE))
        .isInstanceOf(ExecutorException.class);
    assertThat(runsOnSystem(agent)).isFalse();
    assertThat(kit.systemOpened).hasValue(0);

    kit.engine.restore();
    kit.awaitNextTry(agent);
    assertThat(runsOnDocker(agent)).isTrue();
  }

  @Test
  void theLossOfOneExecutorDoesNotTouchTheAgentsOfTheOther() {
    AgentView docked = runOn("docker");
    AgentView bubbled = runOn("system");
    kit.engine.lose();
    AgentKit.eventually("the loss is shown", () -> reason(docked) != null);

    assertThat(reason(docked)).startsWith("engine lost");
    assertThat(reason(bubbled)).isNull();
    kit.keeper().stop(bubbled.name(), Duration.ZERO);
    assertThat(kit.keeper().start(bubbled.name(), Progress.NONE).state().status())
        .isEqualTo(AgentStatus.READY);

    kit.engine.restore();
    AgentKit.eventually("the return is shown", () -> reason(docked) == null);
    assertThat(kit.row(docked).restarts()).isZero();
    assertThat(kit.state(bubbled)).isInstanceOf(Lifecycle.Ready.class);
  }

  private String reason(AgentView agent) {
    return kit.keeper().inspect(agent.id()).state().reason();
  }

  @Test
  void aRestartOfTheDaemonAdoptsTheAgentsOfBothAndStartsNoneTwice() throws IOException {
    AgentView docked = runOn("docker");
    AgentView bubbled = runOn("system");
    var first = kit.sandbox(docked);
    var second = kit.system.sandbox(id(bubbled)).orElseThrow();
    kit.close();
    kit.open();

    assertThat(kit.sandbox(docked)).isSameAs(first);
    assertThat(kit.system.sandbox(id(bubbled)).orElseThrow()).isSameAs(second);
    kit.system.end(id(bubbled), Exit.of(1, false, Instant.now()));
    kit.awaitState(bubbled, Lifecycle.Failed.class);
    kit.awaitNextTry(bubbled);
    assertThat(runsOnDocker(bubbled)).isFalse();
    assertThat(kit.row(docked).restarts()).isZero();
  }

  @Test
  void removingLeavesNothingOnEither() throws IOException {
    AgentView docked = runOn("docker");
    AgentView bubbled = runOn("system");
    kit.keeper().remove(docked.id(), true, false);
    kit.keeper().remove(bubbled.id(), true, false);

    assertThat(kit.leftovers()).isEmpty();
  }

  @Test
  void whatAnExecutorCannotHoldIsRefusedBeforeAnythingIsMade() throws IOException {
    kit.system.limit(new Limitation("memory-limit", "It has no cgroups."));

    assertThatThrownBy(() -> run(Map.of("executor", "system", "memory", 64L << 20)))
        .isInstanceOfSatisfying(
            ExecutorException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(ExecutorException.Reason.UNSUPPORTED);
              assertThat(e).hasMessageContaining("does not support --memory");
            });
    assertThat(kit.leftovers()).isEmpty();
    assertThat(runOn("system").placement().limitations())
        .containsExactly("memory-limit: It has no cgroups.");
  }

  @Test
  void aSandboxIsLeftOutOnlyWhereTheOperatorSaysBothWords() {
    assertThatThrownBy(() -> run(Map.of("executor", "docker", "unsandboxed", true)))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    assertThatThrownBy(() -> run(Map.of("unsandboxed", true)))
        .hasMessageContaining("requested explicitly");
    assertThatThrownBy(() -> run(Map.of("executor", "unsandboxed")))
        .hasMessage("'unsandboxed' is not an executor");
    assertThat(
            RunOptions.of(
                    RunRequests.of("guide:1", Map.of("executor", "system", "unsandboxed", true)))
                .executor())
        .contains(ExecutorKind.UNSANDBOXED);
  }

  private static UUID id(AgentView agent) {
    return UUID.fromString(agent.id());
  }
}
