package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApprovalsTest extends SessionBench {
  private static final ToolCall GATED =
      new ToolCall("g1", "kubectl", "{ \"args\" : [\"delete\", \"pod\"] }");
  private static final ToolCall OTHER = new ToolCall("g2", "kubectl", "{\"args\":[\"get\"]}");
  private static final ToolCall FREE = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Gated tools = new Gated();
  private Activation turn;

  /** Tools that run until the test lets them end. */
  private static final class Gated implements GatedTools {
    final BlockingQueue<ToolCall> started = new LinkedBlockingQueue<>();
    final CountDownLatch stopped = new CountDownLatch(1);
    volatile CountDownLatch release = new CountDownLatch(0);

    @Override
    public EventBody.ToolResult run(UUID agent, ToolCall call) throws InterruptedException {
      started.add(call);
      try {
        release.await();
      } catch (InterruptedException e) {
        stopped.countDown();
        throw e;
      }
      return SessionKit.result(call.id(), "out of " + call.id());
    }
  }

  @BeforeEach
  void lease() {
    kit.directory.options = Map.of("ask-tools", "kubectl, helm");
    kit.directory.tools = List.of(new ToolSchema("kubectl", "Clusters.", "{\"type\":\"object\"}"));
    kit.sessions.approvals().boot(tools);
    kit.say("one");
    turn = kit.lease();
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private State open(int number) {
    return kit.sessions.steps().open(kit.step(turn, number), Long.MAX_VALUE);
  }

  private Answer.Next calls(ToolCall... calls) {
    Completion completion =
        new Completion("Well.", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  private void pause(ToolCall... calls) {
    assertThat(calls(calls)).isEqualTo(new Answer.Run(List.of()));
    assertThat(open(2)).isEqualTo(new State.Known(new Answer.Paused()));
  }

  private void allow(String call) {
    kit.sessions.approvals().decide(kit.agent, kit.session, call, true, "");
  }

  private void deny(String call, String note) {
    kit.sessions.approvals().decide(kit.agent, kit.session, call, false, note);
  }

  private List<ApprovalState> waiting() {
    return kit.sessions.approvals().open(Optional.of(kit.agent)).stream()
        .map(Approval::state)
        .toList();
  }

  private List<ChatMessage> resumed() {
    turn = kit.lease();
    return ((State.Ask) open(1)).messages();
  }

  private void awaitStatus(SessionStatus status) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (kit.view().status() != status && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(kit.view().status()).isEqualTo(status);
  }

  private static void assertFails(Code code, ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

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
                .decide(kit.agent, new SessionId("cli:chat:7"), "g1", true, ""));
    assertFails(
        Code.NOT_FOUND,
        () -> kit.sessions.approvals().decide(UUID.randomUUID(), kit.session, "g1", true, ""));
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

    kit.service().delete(kit.agent, kit.session, false);

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
