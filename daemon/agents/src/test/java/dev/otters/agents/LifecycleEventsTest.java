package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.events.EventFilter;
import dev.otters.agents.events.EventFollower;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.executor.Exit;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events that commands and ends of agents cause. */
class LifecycleEventsTest extends AgentKitTest {
  private static final EventFilter ALL = new EventFilter(List.of(), Set.of(), List.of());

  private EventFollower follower;

  @BeforeEach
  void follow() {
    follower = kit.events().follow(Optional.empty(), ALL);
  }

  private AgentView run(String restart) {
    return kit.run(RunRequests.of("guide:1", Map.of("restart", restart)));
  }

  private void end(AgentView agent, int code, boolean oom) {
    kit.engine.end(UUID.fromString(agent.id()), Exit.of(code, oom, Instant.now()));
  }

  private UpdateRequest change(String json) {
    return Json.read(json, UpdateRequest.class);
  }

  /** Returns the events up to one of a type, which must come. */
  private List<AgentEvent> until(AgentEventType last) throws InterruptedException {
    List<AgentEvent> found = new ArrayList<>();
    do {
      found.add(follower.next(Duration.ofSeconds(20)).orElseThrow());
    } while (found.getLast().event() != last);
    return found;
  }

  private List<String> names(AgentEventType last) throws InterruptedException {
    return until(last).stream().map(event -> event.event().toString()).toList();
  }

  @Test
  void anAgentsLifeIsPublishedInItsOrder() throws InterruptedException {
    AgentView agent = run("no");
    AgentView _ = kit.keeper().stop("guide", Duration.ZERO);
    AgentView _ = kit.keeper().start("guide", Progress.NONE);
    AgentView _ = kit.keeper().rename("guide", "scout");
    AgentView _ = kit.keeper().restart("scout", Duration.ZERO, Progress.NONE);
    AgentView _ = kit.keeper().kill("scout");
    kit.keeper().remove("scout", false, false);

    List<AgentEvent> events = until(AgentEventType.REMOVE);
    assertThat(events)
        .extracting(event -> event.event().toString())
        .containsExactly(
            "create", "start", "die", "stop", "start", "rename", "die", "start", "restart", "die",
            "stop", "kill", "remove");
    assertThat(events)
        .allSatisfy(
            event -> {
              assertThat(event.id()).isEqualTo(agent.id());
              assertThat(event.image()).isEqualTo("guide:1");
              assertThat(event.executor()).isEqualTo("docker");
            });
    assertThat(events.get(5).name()).isEqualTo("scout");
    assertThat(events.get(5).details().formerName()).isEqualTo("guide");
    assertThat(events.get(2).details().exitCode()).isZero();
    assertThat(events.get(9).details().exitCode()).isEqualTo(137);
    assertThat(events.get(9).details().message()).isEqualTo("the runtime was ended by SIGKILL");
    assertThat(follower.next(Duration.ZERO)).isEmpty();
  }

  @Test
  void anEventIsPublishedWhenItsRowIsThere() throws InterruptedException {
    AgentView agent = run("no");
    List<AgentEvent> _ = until(AgentEventType.START);
    assertThat(kit.state(agent)).isInstanceOf(Lifecycle.Ready.class);
    kit.keeper().remove("guide", true, false);
    List<AgentEvent> _ = until(AgentEventType.REMOVE);
    assertThat(kit.rows().all()).isEmpty();
  }

  @Test
  void aCrashHasItsExitCodeAndItsReason() throws InterruptedException {
    AgentView agent = run("no");
    end(agent, 3, false);
    List<AgentEvent> events = until(AgentEventType.FAIL);
    assertThat(events)
        .extracting(event -> event.event().toString())
        .containsExactly("create", "start", "die", "fail");
    assertThat(events.get(2).details().exitCode()).isEqualTo(3);
    assertThat(events.get(2).details().message()).isEqualTo("the runtime ended with exit code 3");
    assertThat(events.get(3).details().reason()).isEqualTo("crashed");
  }

  @Test
  void anAgentWithoutMemoryIsOomBeforeItDies() throws InterruptedException {
    AgentView agent = run("no");
    end(agent, 137, true);
    assertThat(names(AgentEventType.FAIL)).containsExactly("create", "start", "oom", "die", "fail");
  }

  @Test
  void aRestartByThePolicyIsAStart() throws InterruptedException {
    AgentView agent = run("on-failure");
    end(agent, 1, false);
    assertThat(names(AgentEventType.FAIL)).containsExactly("create", "start", "die", "fail");
    kit.awaitNextTry(agent);
    assertThat(names(AgentEventType.START)).containsExactly("start");
    assertThat(follower.next(Duration.ZERO)).isEmpty();
  }

  @Test
  void anUpdateIsPublishedWhenItIsInForce() throws InterruptedException {
    AgentView _ = run("no");
    AgentView _ =
        kit.keeper()
            .update("guide", change("{\"labels\":{\"a\":\"b\"}}"), List.of(), Progress.NONE);
    List<AgentEvent> events = until(AgentEventType.UPDATE);
    assertThat(events)
        .extracting(event -> event.event().toString())
        .containsExactly("create", "start", "update");
    assertThat(events.getLast().labels()).containsExactly(Map.entry("a", "b"));
    AgentView _ =
        kit.keeper()
            .update("guide", change("{\"env\":{\"GREETING\":\"Hi\"}}"), List.of(), Progress.NONE);
    assertThat(names(AgentEventType.UPDATE)).containsExactly("die", "start", "update");
  }

  @Test
  void anUpdateThatIsUndoneIsNotPublished() throws InterruptedException {
    AgentView _ = run("no");
    List<AgentEvent> _ = until(AgentEventType.START);
    kit.engine.program(
        sandbox -> {
          kit.engine.program(kit::becomeReady);
          return 1;
        });
    assertThatThrownBy(
            () ->
                kit.keeper()
                    .update(
                        "guide",
                        change("{\"env\":{\"GREETING\":\"Hi\"}}"),
                        List.of(),
                        Progress.NONE))
        .isInstanceOf(ApiException.class);
    assertThat(names(AgentEventType.START)).containsExactly("die", "die", "fail", "start");
    assertThat(follower.next(Duration.ZERO)).isEmpty();
  }

  @Test
  void labelsAndMessagesAreCut() throws InterruptedException {
    AgentView _ =
        kit.run(
            RunRequests.of(
                "guide:1", Map.of("labels", Map.of("large", "x".repeat(5000)), "name", "wide")));
    AgentEvent event = follower.next(Duration.ofSeconds(20)).orElseThrow();
    assertThat(event.name()).isEqualTo("wide");
    assertThat(event.labels()).isEmpty();
  }

  @Test
  void aLostEngineIsPublished() throws InterruptedException {
    AgentView _ = run("no");
    List<AgentEvent> _ = until(AgentEventType.START);
    kit.engine.lose();
    AgentEvent lost = until(AgentEventType.ENGINE_LOST).getLast();
    assertThat(lost.executor()).isEqualTo("docker");
    assertThat(lost.id()).isNull();
    kit.engine.restore();
    assertThat(names(AgentEventType.ENGINE_BACK)).containsExactly("engine-back");
  }
}
