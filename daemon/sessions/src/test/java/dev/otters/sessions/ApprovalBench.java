package dev.otters.sessions;

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
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A session with a leased turn and a gated tool, for each test. */
abstract class ApprovalBench extends SessionBench {
  static final ToolCall GATED =
      new ToolCall("g1", "kubectl", "{ \"args\" : [\"delete\", \"pod\"] }");
  static final ToolCall OTHER = new ToolCall("g2", "kubectl", "{\"args\":[\"get\"]}");
  static final ToolCall FREE = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");
  static final Duration LONG = Duration.ofSeconds(20);

  final Gated tools = new Gated();
  Activation turn;

  /** Tools that run until the test lets them end. */
  static final class Gated implements GatedTools {
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

  State open(int number) {
    return kit.sessions.steps().open(kit.step(turn, number), Long.MAX_VALUE);
  }

  Answer.Next calls(ToolCall... calls) {
    Completion completion =
        new Completion("Well.", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  void pause(ToolCall... calls) {
    assertThat(calls(calls)).isEqualTo(new Answer.Run(List.of()));
    assertThat(open(2)).isEqualTo(new State.Known(new Answer.Paused()));
  }

  void allow(String call) {
    decide(call, true, "");
  }

  void deny(String call, String note) {
    decide(call, false, note);
  }

  void decide(String call, boolean allow, String note) {
    kit.sessions.approvals().decide(kit.agent, kit.session, id(call), allow, note);
  }

  /** Returns the id of the newest approval of a call. */
  long id(String call) {
    return kit.events(EventType.APPROVAL_REQUESTED).stream()
        .map(event -> Bodies.read(event.body()))
        .filter(body -> body.path("call").asString().equals(call))
        .mapToLong(body -> Long.parseLong(body.path("approval").asString()))
        .max()
        .orElse(99);
  }

  List<ApprovalState> waiting() {
    Page.Place all = new Page.Place(Optional.of(kit.agent), 0, Page.MOST);
    return kit.sessions.approvals().open(all).entries().stream().map(Approval::state).toList();
  }

  List<ChatMessage> resumed() {
    turn = kit.lease();
    return ((State.Ask) open(1)).messages();
  }

  void awaitStatus(SessionStatus status) throws InterruptedException {
    long end = System.nanoTime() + LONG.toNanos();
    while (kit.view().status() != status && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(kit.view().status()).isEqualTo(status);
  }

  static void assertFails(Code code, ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
