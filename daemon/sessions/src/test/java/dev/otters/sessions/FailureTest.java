package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.conversation.ToolResultText;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureTest {
  @TempDir Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = SessionKit.with(folder, "one");
  }

  private Activation nextAttempt() {
    kit.advance(Backoff.CAP);
    kit.connect();
    return kit.lease();
  }

  @Test
  void waitsGrowFromTwoSecondsToFiveMinutesAndNeverStopGrowingBefore() {
    assertThat(Backoff.ceiling(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(Backoff.ceiling(2)).isEqualTo(Duration.ofSeconds(4));
    assertThat(Backoff.ceiling(8)).isEqualTo(Duration.ofSeconds(256));
    assertThat(Backoff.ceiling(9)).isEqualTo(Duration.ofMinutes(5));
    assertThat(Backoff.ceiling(1_000_000)).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void waitsAreSpreadOverTheWholeRangeAndRespectWhatTheProviderAsked() {
    Backoff backoff = new Backoff(new Random(1));
    List<Duration> waits =
        java.util.stream.IntStream.range(0, 1000)
            .mapToObj(i -> backoff.after(4, Duration.ZERO))
            .toList();
    assertThat(waits).allMatch(wait -> wait.compareTo(Duration.ofSeconds(16)) <= 0);
    assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofSeconds(1)) < 0);
    assertThat(waits).anyMatch(wait -> wait.compareTo(Duration.ofSeconds(15)) > 0);
    assertThat(backoff.after(1, Duration.ofMinutes(10))).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void aTransientFailureIsTriedAgainAsOftenAsItTakes() {
    for (int attempt = 1; attempt <= 12; attempt++) {
      kit.fail(nextAttempt(), ErrorKind.TRANSIENT);
      assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    }
    kit.answer(nextAttempt(), "at last");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(kit.events(EventType.ERROR)).hasSize(12);
  }

  @Test
  void aFailedTurnIsNotTriedAgainBeforeItsTime() {
    Activation turn = kit.lease();
    kit.completion(turn).retryAfter(Duration.ofSeconds(90));
    kit.fail(turn, ErrorKind.TRANSIENT);
    assertThat(kit.events(EventType.ERROR).getFirst().body()).contains("\"retryInMillis\":90000");
    kit.advance(Duration.ofSeconds(89));
    assertThat(kit.tryLease()).isEmpty();
    kit.time.jumpWallClock(Duration.ofDays(1));
    assertThat(kit.tryLease()).isEmpty();
    kit.advance(Duration.ofSeconds(2));
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void whatAProviderAskedForHoldsForOneAttemptOnly() {
    for (int attempt = 1; attempt <= 3; attempt++) {
      Activation asked = kit.lease();
      kit.completion(asked).retryAfter(Duration.ofHours(1));
      kit.fail(asked, ErrorKind.TRANSIENT);
      assertThat(retryInMillis()).isEqualTo(Duration.ofHours(1).toMillis());
      kit.advance(Duration.ofHours(1));
      kit.fail(kit.lease(), ErrorKind.TRANSIENT);
      assertThat(retryInMillis()).isBetween(0L, Backoff.CAP.toMillis());
      kit.advance(Backoff.CAP);
    }
  }

  private long retryInMillis() {
    String body = kit.events(EventType.ERROR).getLast().body();
    return Bodies.read(body).path("retryInMillis").asLong();
  }

  @Test
  void theWaitForTheNextAttemptSurvivesARestart() {
    Activation turn = kit.lease();
    kit.completion(turn).retryAfter(Duration.ofSeconds(90));
    kit.fail(turn, ErrorKind.TRANSIENT);
    kit.restart(Set.of());
    kit.connect();
    kit.advance(Duration.ofSeconds(80));
    assertThat(kit.tryLease()).isEmpty();
    kit.advance(Duration.ofSeconds(11));
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void aClockThatWasSetBackDelaysARetryByFiveMinutesAtMost() {
    kit.fail(kit.lease(), ErrorKind.TRANSIENT);
    kit.time.jumpWallClock(Duration.ofDays(-365));
    kit.restart(Set.of());
    kit.connect();
    kit.advance(Duration.ofMinutes(5));
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void aPermanentFailureStopsAtOnce() {
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit.view().reason()).contains("it broke");
    kit.advance(Duration.ofDays(1));
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.events(EventType.TURN_FINISHED).getFirst().body()).contains("failed");
  }

  @Test
  void anUnknownFailureIsTriedFiveTimesAndThenTheSessionIsDead() {
    for (int attempt = 1; attempt <= 5; attempt++) {
      kit.fail(nextAttempt(), ErrorKind.UNKNOWN);
    }
    assertThat(kit.view().status()).isEqualTo(SessionStatus.DEAD);
    kit.advance(Duration.ofDays(1));
    assertThat(kit.tryLease()).isEmpty();
    kit.say("again");
    kit.answer(nextAttempt(), "alive");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aMessageToADeadSessionGivesTheTurnAllItsAttemptsAgain() {
    for (int attempt = 1; attempt <= 5; attempt++) {
      kit.fail(nextAttempt(), ErrorKind.UNKNOWN);
    }
    kit.say("again");
    for (int attempt = 1; attempt <= 4; attempt++) {
      kit.fail(nextAttempt(), ErrorKind.UNKNOWN);
      assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    }
    kit.fail(nextAttempt(), ErrorKind.UNKNOWN);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.DEAD);
  }

  @Test
  void aRuntimeThatDiesInEveryAttemptKillsTheTurnAndNotTheMachine() {
    for (int attempt = 1; attempt <= 5; attempt++) {
      nextAttempt();
      kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    }
    assertThat(kit.view().status()).isEqualTo(SessionStatus.DEAD);
  }

  @Test
  void stoppingAndStartingAnAgentCostsNoAttempt() {
    for (int i = 0; i < 20; i++) {
      kit.connect();
      kit.lease();
      kit.turns().runtimeExited(kit.agent, RuntimeExit.STOPPED);
    }
    kit.connect();
    kit.answer(kit.lease(), "done");
    assertThat(kit.events(EventType.ERROR)).isEmpty();
  }

  @Test
  void anAttemptThatBrokeGoesOnFromWhatWasRecorded() {
    Activation first = kit.lease();
    kit.append(
        first,
        new EventBody.AgentMessage("Let me look.", true),
        SessionKit.use("c1", 1, "ls"),
        SessionKit.use("c2", 1, "rm", "-r", "x"),
        SessionKit.result("c1", "README.md\n"));
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    Activation second = nextAttempt();
    assertThat(second.turn()).isEqualTo(first.turn());
    assertThat(kit.conversation(second).messages()).hasSize(4);
    assertThat(kit.conversation(second).messages().get(1))
        .isEqualTo(
            new ChatMessage.Assistant(
                "Let me look.",
                List.of(
                    SessionKit.use("c1", 1, "ls").toToolCall(),
                    SessionKit.use("c2", 1, "rm", "-r", "x").toToolCall())));
    assertThat(kit.conversation(second).messages().get(2))
        .isEqualTo(ToolResultText.message(SessionKit.result("c1", "README.md\n")));
    ChatMessage.ToolResult open =
        (ChatMessage.ToolResult) kit.conversation(second).messages().get(3);
    assertThat(open.isError()).isTrue();
    assertThat(open.text()).contains("may or may not have happened");
    assertThat(kit.note(second))
        .contains("may or may not have happened")
        .contains("\"rm\"")
        .doesNotContain("\"ls\"");
  }

  @Test
  void aTurnThatLeftNothingOpenHasNoRecoveryNote() {
    Activation first = kit.lease();
    kit.append(first, SessionKit.use("c1", 1, "ls"), SessionKit.result("c1", "README.md\n"));
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    assertThat(kit.note(nextAttempt())).isEmpty();
  }

  @Test
  void theNoteOfOneTurnIsNoConcernOfTheNext() {
    Activation first = kit.lease();
    kit.append(first, SessionKit.use("c1", 1, "rm"));
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    kit.answer(nextAttempt(), "gave up");
    kit.say("two");
    Activation next = kit.lease();
    assertThat(kit.note(next)).isEmpty();
    assertThat(kit.conversation(next).messages()).hasSize(5);
  }

  @Test
  void stepsOfTwoAttemptsDoNotMix() {
    Activation first = kit.lease();
    kit.append(first, SessionKit.use("call_1", 1, "a"), SessionKit.result("call_1", "A"));
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    Activation second = nextAttempt();
    kit.append(second, SessionKit.use("call_1", 1, "b"), SessionKit.result("call_1", "B"));
    kit.answer(second, "done");
    kit.say("two");
    assertThat(kit.conversation(kit.lease()).messages())
        .containsExactly(
            new ChatMessage.User("one"),
            new ChatMessage.Assistant("", List.of(SessionKit.use("call_1", 1, "a").toToolCall())),
            ToolResultText.message(SessionKit.result("call_1", "A")),
            new ChatMessage.Assistant("", List.of(SessionKit.use("call_1", 1, "b").toToolCall())),
            ToolResultText.message(SessionKit.result("call_1", "B")),
            new ChatMessage.Assistant("done", List.of()),
            new ChatMessage.User("two"));
  }

  @Test
  void aLogThatCannotBeReadFailsTheTurnAndNotTheRuntime() {
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "ls"));
    kit.database.update(
        tx -> tx.execute("UPDATE events SET body = '{' WHERE type = 'agent.tool_use'"));
    assertThat(kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Over(Outcome.Kind.FAILED)));
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    kit.say(new SessionId("other"), "hello");
    assertThat(kit.tryLease()).isPresent();
  }

  @Test
  void anEventThatThisReleaseNeverWroteIsDamageAndNoResultOfATool() {
    Activation turn = kit.lease();
    kit.append(turn, SessionKit.use("c1", 1, "ls"), SessionKit.result("c1", "README.md"));
    kit.database.update(
        tx ->
            tx.execute(
                "UPDATE events SET type = 'agent.dream' WHERE type = ?",
                EventType.TOOL_RESULT.toString()));
    assertThat(kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Over(Outcome.Kind.FAILED)));
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit.view().reason().orElseThrow())
        .contains("the database is damaged: unknown type 'agent.dream'");
  }

  @Test
  void anotherSessionGetsTheFreePlaceOfATurnThatFailedForGood() throws Exception {
    Activation turn = kit.lease();
    kit.say(new SessionId("other"), "hello");
    String owner = "waiting";
    kit.turns().connect(kit.agent, owner, List.of(new Held(turn.id(), turn.fence())));
    try (var threads = java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting = threads.submit(() -> kit.turns().lease(kit.agent, owner));
      kit.fail(turn, ErrorKind.PERMANENT);
      assertThat(waiting.get().session()).isEqualTo("other");
    }
  }

  @Test
  void eventsOfDifferentKindsComeBackAsTheyWereWritten() {
    Activation turn = kit.lease();
    EventBody.ToolUse odd = EventBody.ToolUse.of(new ToolCall("c", "sh", "{\"argv\": 1}"), 1);
    kit.turns().append(kit.agent, turn.id(), turn.fence(), List.of(new Event("odd", odd)));
    kit.connect();
    kit.advance(Backoff.CAP);
    ChatMessage.Assistant said =
        (ChatMessage.Assistant) kit.conversation(kit.lease()).messages().get(1);
    assertThat(said.toolCalls()).containsExactly(odd.toToolCall());
  }
}
