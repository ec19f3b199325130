package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Held;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.Leases;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LeaseTest extends SessionBench {
  @Test
  void aSessionIsWorkedOnByOneAtATime() {
    kit.directory.parallel = 8;
    kit.say("one");
    kit.lease();
    kit.say("two");
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void sessionsOfAnAgentRunInParallelUpToItsLimit() {
    kit.directory.parallel = 2;
    List<SessionId> ids = IntStream.range(0, 3).mapToObj(i -> new SessionId("s" + i)).toList();
    ids.forEach(id -> kit.say(id, "go"));
    Activation first = kit.lease();
    Activation second = kit.lease();
    assertThat(List.of(first.session(), second.session())).containsExactly("s0", "s1");
    assertThat(kit.tryLease()).isEmpty();
    kit.answer(first, "done");
    assertThat(kit.lease().session()).isEqualTo("s2");
  }

  @Test
  void manyWhoAskAtOnceGetEachTurnOnce() throws Exception {
    kit.directory.parallel = 50;
    IntStream.range(0, 20).forEach(i -> kit.say(new SessionId("s" + i), "go"));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Optional<Activation>>> calls =
          IntStream.range(0, 40)
              .<Callable<Optional<Activation>>>mapToObj(i -> kit::tryLease)
              .toList();
      List<Future<Optional<Activation>>> asked = threads.invokeAll(calls);
      assertThat(
              asked.stream().map(LeaseTest::result).flatMap(Optional::stream).map(Activation::id))
          .hasSize(20)
          .doesNotHaveDuplicates();
    }
  }

  private static Optional<Activation> result(Future<Optional<Activation>> future) {
    return Objects.requireNonNull(future.resultNow());
  }

  @Test
  void whoWaitsForWorkIsWokenByAMessage() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String owner = "waiting";
      kit.turns().connect(kit.agent, owner, List.of());
      Future<Activation> waiting = threads.submit(() -> kit.turns().lease(kit.agent, owner));
      kit.say("one");
      assertThat(waiting.get().session()).isEqualTo(kit.session.value());
    }
  }

  @Test
  void whoWaitsBecauseOfTheLimitIsWokenWhenATurnEnds() throws Exception {
    kit.directory.parallel = 1;
    String owner = "waiting";
    kit.turns().connect(kit.agent, owner, List.of());
    kit.say(new SessionId("s0"), "go");
    kit.say(new SessionId("s1"), "go");
    Activation first = kit.turns().lease(kit.agent, owner);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Activation> waiting = threads.submit(() -> kit.turns().lease(kit.agent, owner));
      kit.answer(first, "done");
      assertThat(waiting.get().session()).isEqualTo("s1");
    }
  }

  @Test
  void whoStopsWaitingTakesNothing() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String owner = "waiting";
      kit.turns().connect(kit.agent, owner, List.of());
      threads.submit(() -> kit.turns().lease(kit.agent, owner)).cancel(true);
      threads.shutdownNow();
    }
    kit.connect();
    kit.say("one");
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void aConnectionThatWasReplacedGetsNoMoreWork() {
    kit.turns().connect(kit.agent, "old", List.of());
    kit.connect();
    kit.say("one");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.sessions.leasing().tryLease(kit.agent, "old"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.SUPERSEDED));
  }

  @Test
  void aHeartbeatKeepsTheLease() {
    kit.say("one");
    Activation turn = kit.lease();
    for (int i = 0; i < 60; i++) {
      kit.advance(Duration.ofSeconds(5));
      kit.heartbeat(turn);
    }
    kit.answer(turn, "done");
    assertThat(kit.directory.heard).isEmpty();
  }

  @Test
  void aLeaseThatIsNotRenewedEndsAndTheSandboxIsToBeKilled() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.advance(Duration.ofSeconds(29));
    assertThat(kit.directory.heard).isEmpty();
    kit.advance(Duration.ofSeconds(2));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    SessionKit.assertStale(() -> kit.heartbeat(turn));
  }

  @Test
  void anExpiredTurnRunsAgainOnlyWhenTheOldRuntimeIsDead() {
    kit.say("one");
    kit.lease();
    kit.advance(Duration.ofHours(1));
    kit.connect();
    assertThat(kit.tryLease()).isEmpty();
    kit.turns().runtimeExited(kit.agent, RuntimeExit.UNRESPONSIVE);
    kit.advance(Backoff.CAP);
    kit.connect();
    assertThat(kit.lease().fence()).isEqualTo(2);
  }

  @Test
  void aTurnThatOutlastsItsLimitEndsInSpiteOfHeartbeats() {
    kit.say("one");
    Activation turn = kit.lease();
    for (int i = 0; i < 365; i++) {
      kit.advance(Duration.ofSeconds(5));
      kit.heartbeat(turn);
    }
    kit.advance(Duration.ofSeconds(10));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
  }

  @Test
  void aTurnThatOutlastsItsLimitAfterARestartEndsInSpiteOfHeartbeats() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.restart(Set.of(kit.agent));
    kit.connect(new Held(turn.id(), turn.fence()));
    beat(turn, FakeDirectory.TURN_LIMIT.plus(Leases.TERM).minusSeconds(5));
    assertThat(kit.directory.heard).isEmpty();
    kit.advance(Duration.ofSeconds(10));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
    SessionKit.assertStale(() -> kit.heartbeat(turn));
  }

  @Test
  void aStandstillBeforeTheLimitMovesNoLeasePastIt() {
    kit.say("one");
    Activation turn = kit.lease();
    beat(turn, FakeDirectory.TURN_LIMIT.minusSeconds(20));
    kit.time.standStill(Leases.TERM.plusSeconds(10));
    kit.advance(Duration.ofSeconds(1));
    assertThat(kit.directory.heard).isEmpty();
    kit.advance(Duration.ofSeconds(10));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
  }

  @Test
  void aStandstillPastTheLimitEndsTheLease() {
    kit.say("one");
    Activation turn = kit.lease();
    beat(turn, FakeDirectory.TURN_LIMIT);
    kit.time.standStill(Duration.ofHours(1));
    kit.advance(Duration.ofSeconds(1));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
  }

  private void beat(Activation turn, Duration time) {
    Duration beat = Duration.ofSeconds(5);
    for (long beats = time.dividedBy(beat); beats > 0; beats--) {
      kit.advance(beat);
      kit.heartbeat(turn);
    }
  }

  @Test
  void aJumpOfTheWallClockEndsNoLease() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.time.jumpWallClock(Duration.ofDays(30));
    kit.advance(Duration.ofSeconds(20));
    kit.heartbeat(turn);
    kit.time.jumpWallClock(Duration.ofDays(-60));
    kit.advance(Duration.ofSeconds(20));
    kit.answer(turn, "done");
    assertThat(kit.directory.heard).isEmpty();
  }

  @Test
  void aRuntimeThatComesBackGoesOnWithWhatItHolds() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.advance(Duration.ofSeconds(20));
    kit.connect(new Held(turn.id(), turn.fence()));
    kit.advance(Duration.ofSeconds(20));
    kit.answer(turn, "done");
    assertThat(kit.events(EventType.TURN_STARTED)).hasSize(1);
  }

  @Test
  void aRuntimeThatComesBackWithoutItsTurnIsGivenItAgain() {
    kit.say("one");
    Activation lost = kit.lease();
    kit.connect();
    kit.advance(Backoff.CAP);
    Activation again = kit.lease();
    assertThat(again.id()).isEqualTo(lost.id());
    assertThat(again.fence()).isEqualTo(lost.fence() + 1);
    SessionKit.assertStale(() -> kit.answer(lost, "late"));
    assertThatCode(() -> kit.answer(again, "done")).doesNotThrowAnyException();
  }

  @Test
  void aDaemonThatStoodStillBlamesNoRuntime() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.time.standStill(Duration.ofMinutes(5));
    kit.advance(Duration.ofSeconds(1));
    assertThat(kit.directory.heard).isEmpty();
    kit.heartbeat(turn);
    kit.answer(turn, "done");
  }

  @Test
  void aTurnSurvivesARestartOfTheDaemonAndFinishesOnce() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "ls"));
    kit.restart(Set.of(kit.agent));
    kit.advance(Duration.ofSeconds(29));
    kit.connect(new Held(turn.id(), turn.fence()));
    kit.append(turn, SessionKit.result("c1", "README.md"));
    kit.answer(turn, "done");
    assertThat(kit.events(EventType.TURN_STARTED)).hasSize(1);
    assertThat(kit.events(EventType.AGENT_MESSAGE)).hasSize(1);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aRuntimeThatDoesNotComeBackAfterARestartIsReplaced() {
    kit.say("one");
    kit.lease();
    kit.restart(Set.of(kit.agent));
    kit.advance(Duration.ofSeconds(31));
    assertThat(kit.directory.heard).containsExactly("unresponsive");
    kit.restart(Set.of(kit.agent));
    assertThat(kit.directory.heard).containsExactly("unresponsive", "unresponsive");
  }

  @Test
  void aRuntimeThatComesBackLateAfterARestartHasItsTurnUntilTheGraceEnds() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.advance(Leases.TERM.minusSeconds(1));
    kit.restart(Set.of(kit.agent));
    for (int i = 0; i < 2; i++) {
      kit.advance(Leases.TERM.minusSeconds(1));
      kit.heartbeat(turn);
    }
    kit.advance(Leases.TERM.minusSeconds(1));
    assertThat(kit.directory.heard).isEmpty();
    kit.answer(turn, "done");
    assertThat(kit.events(EventType.TURN_STARTED)).hasSize(1);
  }

  @Test
  void turnsOfSandboxesThatAreGoneRunAgainAtOnceAfterARestart() {
    kit.say("one");
    Activation lost = kit.lease();
    kit.restart(Set.of());
    kit.connect();
    assertThat(kit.lease().fence()).isEqualTo(lost.fence() + 1);
  }

  @Test
  void aMessageThatWaitsSurvivesARestart() {
    kit.say("one");
    kit.restart(Set.of());
    kit.connect();
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void theJournalTellsTheWholeStoryAndForgetsItAfterAMonth() {
    kit.say("one");
    kit.lease();
    kit.lose();
    kit.answer(kit.lease(), "done");
    assertThat(journal()).containsExactly("LEASE 1", "EXPIRE 1", "REQUEUE 1", "LEASE 2", "ACK 2");
    kit.advance(Duration.ofDays(32));
    assertThat(journal()).isEmpty();
  }

  private List<String> journal() {
    return kit.database.read(
        rows ->
            rows.list(
                "SELECT move, fence FROM activation_journal ORDER BY seq",
                row -> row.text("move") + " " + row.number("fence")));
  }
}
