package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ApprovalsTest extends ApprovalBench {
  @Test
  void aGatedCallPausesItsTurnAndNeverReachesTheRuntime() {
    pause(GATED);

    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);
    assertThat(kit.tryLease()).isEmpty();
    assertThat(waiting()).containsExactly(ApprovalState.PENDING);
    assertThat(kit.events(EventType.APPROVAL_REQUESTED).getFirst().body())
        .contains("\"call\":\"g1\"", "\"name\":\"kubectl\"", "\"expiresAt\":");
    assertThat(tools.started).isEmpty();
  }

  @Test
  void anAllowedCallRunsOnceAsTheModelWroteItAndTheTurnGoesOn() throws InterruptedException {
    pause(GATED);

    allow("g1");
    allow("g1");

    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);
    awaitStatus(SessionStatus.RESCHEDULING);
    assertThat(tools.started).isEmpty();
    List<ChatMessage> messages = resumed();
    assertThat(messages.get(messages.size() - 2))
        .isEqualTo(new ChatMessage.Assistant("Well.", List.of(GATED)));
    assertThat(((ChatMessage.ToolResult) messages.getLast()).text()).contains("out of g1");
    kit.answer(turn, "done");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aDeniedCallIsAnErrorThatTheModelSees() {
    pause(GATED);

    deny("g1", "not in production");
    deny("g1", "again");

    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text())
        .contains("the operator denied this call: not in production. It did not run.");
    assertThat(kit.events(EventType.APPROVAL_DENIED)).hasSize(1);
    assertThat(tools.started).isEmpty();
  }

  @Test
  void otherCallsOfTheStepRunBeforeTheTurnPauses() {
    assertThat(calls(GATED, FREE)).isEqualTo(new Answer.Run(List.of(FREE)));
    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Run(List.of(FREE))));
    assertFails(Code.INVALID, () -> open(2));
    kit.sessions.reports().result(kit.step(turn, 1), SessionKit.result("c1", "files"), identity());

    assertThat(open(2)).isEqualTo(new State.Known(new Answer.Paused()));
  }

  @Test
  void aTurnWhoseCallsAreDecidedInTimeDoesNotPause() throws InterruptedException {
    calls(GATED);
    deny("g1", "");

    assertThat(open(2)).isInstanceOf(State.Ask.class);
  }

  @Test
  void theTurnWaitsForAllOfItsCalls() {
    pause(GATED, OTHER);

    deny("g2", "");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);
    kit.say("and?");
    assertThat(kit.tryLease()).isEmpty();
    deny("g1", "");

    List<ChatMessage> messages = resumed();
    assertThat(messages.stream().map(message -> message.getClass().getSimpleName()))
        .endsWith("User", "Assistant", "ToolResult", "ToolResult", "User");
  }

  @Test
  void anIdOfARemovedSessionIsNeverThatOfAnotherCall() {
    pause(GATED);
    long first = id("g1");
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    lease();
    pause(OTHER);

    assertThat(id("g2")).isGreaterThan(first);
    assertFails(
        Code.NO_APPROVAL,
        () -> kit.sessions.approvals().decide(kit.agent, kit.session, first, true, ""));
  }

  @Test
  void aPageOfCallsIsLimitedInBytesAndHasOneAtLeast() {
    String input = "{\"args\":[\"" + "x".repeat(700_000) + "\"]}";
    pause(new ToolCall("a", "kubectl", input));
    for (String call : List.of("b", "c")) {
      kit.say(new SessionId(call), "one");
      turn = kit.lease();
      pause(new ToolCall(call, "kubectl", input));
    }

    List<String> pages = new ArrayList<>();
    long after = 0;
    Page<Approval> page;
    do {
      page = kit.sessions.approvals().open(new Page.Place(Optional.of(kit.agent), after, 1000));
      pages.add(page.entries().stream().map(it -> it.call().id()).collect(Collectors.joining(" ")));
      after = page.entries().getLast().key();
    } while (page.more());

    assertThat(pages).containsExactly("a b", "c");
    assertThat(kit.sessions.approvals().open(new Page.Place(Optional.empty(), after, 1)))
        .isEqualTo(new Page<>(List.of(), false));
  }

  @Test
  void aRuntimeCannotReportTheResultOfAGatedCall() {
    calls(GATED, FREE);

    assertFails(
        Code.INVALID,
        () ->
            kit.sessions
                .reports()
                .result(kit.step(turn, 1), SessionKit.result("g1", "fine"), identity()));
  }

  @Test
  void nobodyDecidesTwice() {
    pause(GATED);
    deny("g1", "");

    assertFails(Code.DECIDED, () -> allow("g1"));
    assertFails(Code.NO_APPROVAL, () -> allow("g7"));
    assertFails(
        Code.NOT_FOUND,
        () ->
            kit.sessions
                .approvals()
                .decide(kit.agent, new SessionId("cli:chat:7"), id("g1"), true, ""));
    assertFails(
        Code.NOT_FOUND,
        () -> kit.sessions.approvals().decide(UUID.randomUUID(), kit.session, id("g1"), true, ""));
    assertFails(Code.INVALID, () -> deny("g1", "x".repeat(Approvals.MAX_NOTE + 1)));
  }

  @Test
  void aCallThatNobodyDecidesAboutExpires() {
    pause(GATED);

    kit.advance(Approvals.LIFETIME.minusSeconds(1));
    assertThat(waiting()).containsExactly(ApprovalState.PENDING);
    kit.advance(Duration.ofSeconds(2));

    assertThat(kit.events(EventType.APPROVAL_EXPIRED)).hasSize(1);
    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text()).contains("did not run");
    assertFails(Code.DECIDED, () -> allow("g1"));
  }

  @Test
  void aCallWaitsThroughRestartsOfTheDaemon() throws InterruptedException {
    pause(GATED);

    kit.restart(Set.of());
    kit.sessions.approvals().boot(tools);
    kit.connect();
    assertThat(kit.tryLease()).isEmpty();
    kit.advance(Duration.ofHours(3));
    kit.restart(Set.of());
    kit.sessions.approvals().boot(tools);
    kit.connect();
    allow("g1");

    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);
    awaitStatus(SessionStatus.RESCHEDULING);
    assertThat(resumed()).hasSize(4);
  }

  @Test
  void anExpiryPassesWhileTheDaemonIsAway() {
    pause(GATED);
    kit.advance(Duration.ofHours(1));

    kit.restart(Set.of());
    kit.sessions.approvals().boot(tools);
    kit.advance(Approvals.LIFETIME.minusMinutes(61));
    assertThat(waiting()).hasSize(1);
    kit.advance(Duration.ofMinutes(2));

    assertThat(waiting()).isEmpty();
  }

  @Test
  void aCallThatADeadDaemonLeftRunningIsNotRepeated() throws InterruptedException {
    pause(GATED);
    tools.release = new CountDownLatch(1);
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);

    kit.restart(Set.of());
    Gated next = new Gated();
    kit.sessions.approvals().boot(next);
    kit.connect();

    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text())
        .contains("may or may not have happened");
    assertThat(next.started).isEmpty();
    tools.release.countDown();
  }

  @Test
  void anInterruptDeniesWhatWaitsAndStopsWhatRuns() throws InterruptedException {
    pause(GATED, OTHER);
    tools.release = new CountDownLatch(1);
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);

    kit.service().interrupt(kit.agent, kit.session);

    assertThat(tools.stopped.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(waiting()).isEmpty();
    assertThat(kit.events(EventType.APPROVAL_DENIED)).hasSize(2);
    kit.say("two");
    turn = kit.lease();
    kit.answer(turn, "fine");
  }

  @Test
  void anAttemptThatBreaksOffLeavesItsCallsToTheOperator() {
    calls(GATED, FREE);
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    kit.connect();
    kit.advance(Backoff.CAP);

    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);
    assertThat(kit.tryLease()).isEmpty();
    deny("g1", "no");
    assertThat(resumed().stream().filter(ChatMessage.ToolResult.class::isInstance)).hasSize(2);
  }

  @Test
  void aTurnThatFailsForGoodGivesItsCallsUp() {
    calls(GATED);
    kit.fail(turn, Outcome.ErrorKind.PERMANENT);

    assertThat(waiting()).isEmpty();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
  }

  @Test
  void aRemovedSessionStopsItsCalls() throws InterruptedException {
    pause(GATED);
    tools.release = new CountDownLatch(1);
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);

    assertThatThrownBy(() -> kit.sessions.removal().remove(kit.agent, kit.session, false))
        .isInstanceOf(SessionException.class);
    assertThat(tools.stopped.getCount()).isOne();
    kit.sessions.removal().remove(kit.agent, kit.session, true);

    assertThat(tools.stopped.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(waiting()).isEmpty();
  }

  @Test
  void aRemovedAgentsCallsHaveEnded() throws InterruptedException {
    pause(GATED);
    tools.release = new CountDownLatch(1);
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);

    kit.sessions.approvals().stopAll(kit.agent);

    assertThat(tools.stopped.getCount()).isZero();
  }

  @Test
  void aDecisionIsAboutOneCallAlsoIfALaterOneHasTheSameId() {
    pause(GATED);
    long shown = id("g1");
    deny("g1", "");
    turn = kit.lease();
    pause(new ToolCall("g1", "kubectl", "{\"args\":[\"delete\",\"ns\"]}"));

    assertFails(
        Code.DECIDED,
        () -> kit.sessions.approvals().decide(kit.agent, kit.session, shown, true, ""));
    assertThat(waiting()).containsExactly(ApprovalState.PENDING);
    assertThat(tools.started).isEmpty();
  }

  @Test
  void aCallIsNotAllowedAfterItsTimeAlsoIfTheTimerIsLate() {
    pause(GATED);
    long shown = id("g1");
    kit.time.forgetTasks();
    kit.advance(Approvals.LIFETIME);

    assertFails(
        Code.DECIDED,
        () -> kit.sessions.approvals().decide(kit.agent, kit.session, shown, true, ""));
  }

  @Test
  void aStoppedTurnDoesNotPause() {
    calls(GATED);
    kit.service().interrupt(kit.agent, kit.session);

    assertThat(waiting()).isEmpty();
    assertThat(open(2)).isEqualTo(new State.Known(new Answer.Over(Outcome.Kind.INTERRUPTED)));
  }

  @Test
  void aFailureToRunIsTheResult() throws InterruptedException {
    pause(GATED);
    kit.sessions
        .approvals()
        .boot(
            (agent, call) -> {
              throw new IllegalStateException("no engine");
            });

    allow("g1");

    awaitStatus(SessionStatus.RESCHEDULING);
    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text()).contains("no engine");
  }
}
