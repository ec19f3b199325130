package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.agent.LogLine;
import dev.otters.executor.Exit;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.oci.Progress;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Own sandboxes of sessions that fail, or that find no place. */
class SessionPlacesTest extends OwnSandboxTest {
  private static final FakeEngine.Program BROKEN =
      sandbox -> {
        sandbox.print("broken");
        return 1;
      };

  private Optional<String> waiting(String session) {
    return kit.sessions().service().waiting(id(agent), new SessionId(session));
  }

  private void awaitWaiting(String session, String why) {
    AgentKit.eventually(
        session + " waits: " + why,
        () -> waiting(session).filter(it -> it.contains(why)).isPresent());
  }

  private Optional<Agent> row(String session) {
    return own().stream()
        .filter(row -> row.session().orElseThrow().session().equals(session))
        .findFirst();
  }

  private boolean runs(String session) {
    return row(session).filter(row -> row.state() instanceof Lifecycle.Ready).isPresent();
  }

  private void crash(String session) {
    kit.engine.end(row(session).orElseThrow().id(), Exit.of(1, false, Instant.now()));
    AgentKit.eventually(
        session + " has crashed",
        () -> row(session).orElseThrow().state() instanceof Lifecycle.Failed);
  }

  private List<String> log() {
    return kit.logs().of(id(agent)).tail(-1, Optional.empty()).stream().map(LogLine::text).toList();
  }

  private void fill() {
    for (int number = 1; number <= 8; number++) {
      say("s" + number, "app/" + number);
    }
    awaitRunning(8);
  }

  @Test
  void theNextMessageStartsOneThatFailedForGood() {
    kit.engine.program(BROKEN);
    say("bob", "app/bob");
    AgentKit.eventually(
        "no further try is left",
        () -> {
          kit.time.advance(Duration.ofMinutes(2));
          return row("bob")
              .filter(row -> row.state() instanceof Lifecycle.Failed)
              .filter(Agent::rests)
              .isPresent();
        });
    assertThat(waiting("bob").orElseThrow())
        .startsWith("waiting until the sandbox of the session runs: it failed: ");
    assertThat(log())
        .anyMatch(line -> line.startsWith("the sandbox of session bob: not started: "));
    kit.engine.program(kit::becomeReady);

    say("bob", "app/bob");

    AgentKit.eventually("it runs", () -> runs("bob"));
    assertThat(waiting("bob")).isEmpty();
  }

  @Test
  void oneThatCannotBePreparedIsTriedAgain() throws IOException {
    var _ = kit.keeper().stop("guide", Duration.ZERO);
    say("bob", "app/bob");
    UUID sandbox = kit.sessions().sandboxes().of(id(agent)).getFirst();
    Path root = Files.createFile(kit.home.agentRoot(sandbox));

    var _ = kit.keeper().start("guide", Progress.NONE);

    awaitWaiting("bob", "not started: ");
    assertThat(log())
        .anyMatch(line -> line.startsWith("the sandbox of session bob: not started: "));
    Files.delete(root);
    AgentKit.eventually(
        "it runs",
        () -> {
          if (!(row("bob").orElseThrow().state() instanceof Lifecycle.Starting)) {
            kit.time.advance(Duration.ofMinutes(1));
          }
          return runs("bob");
        });
  }

  @Test
  void theOneThatCameFirstGetsTheFreePlace() throws Exception {
    fill();
    say("early", "app/early");
    awaitWaiting("early", "no place is free");
    say("late", "app/late");
    awaitWaiting("late", "no place is free");

    answer(row("s3").orElseThrow().id());

    AgentKit.eventually(
        "the first one runs",
        () -> {
          kit.time.advance(Duration.ofSeconds(2));
          return runs("early");
        });
    assertThat(row("s3").orElseThrow().state()).isInstanceOf(Lifecycle.Stopped.class);
    assertThat(row("late")).isEmpty();
  }

  @Test
  void oneThatWaitsForItsNextTryKeepsItsPlace() {
    fill();
    crash("s1");

    say("more", "app/more");

    awaitWaiting("more", "no place is free");
    kit.time.advance(Duration.ofSeconds(2));
    awaitRunning(8);
    assertThat(runs("s1")).isTrue();
    assertThat(row("more")).isEmpty();
  }

  @Test
  void anIdleOneStopsAlsoIfItWaitsForItsNextTryThen() throws Exception {
    say("bob", "app/bob");
    awaitRunning(1);
    answer(row("bob").orElseThrow().id());
    kit.time.advance(Duration.ofMinutes(5).minusMillis(500));
    crash("bob");

    kit.time.advance(Duration.ofMillis(600));

    AgentKit.eventually(
        "it is stopped",
        () -> {
          kit.time.advance(Duration.ofMinutes(2));
          return row("bob").orElseThrow().state() instanceof Lifecycle.Stopped;
        });
  }

  @Test
  void oneThatWaitedDoesNotStartWithoutItsAgent() throws Exception {
    fill();
    say("more", "app/more");
    awaitWaiting("more", "no place is free");

    var _ = kit.keeper().stop("guide", Duration.ZERO);
    kit.time.advance(Duration.ofSeconds(2));
    kit.time.advance(Duration.ofSeconds(2));
    AgentKit.eventually(
        "it waits no longer",
        () -> waiting("more").orElseThrow().startsWith("waiting until the agent is ready"));

    assertThat(row("more")).isEmpty();
    assertThat(own()).allMatch(row -> row.state() instanceof Lifecycle.Stopped);
  }
}
