package dev.otters.agents.wire;

import static dev.otters.agents.AgentKit.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Held;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.StopReason;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.Follower;
import dev.otters.sessions.SessionStatus;
import dev.otters.sessions.StreamItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireServerTest {
  private static final Answer.Completion ANSWER =
      new Answer.Completion("one two", List.of(), StopReason.END_TURN, new Usage(5, 2));

  @TempDir Path folder;
  @AutoClose private WireKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new WireKit(folder);
    kit.model.answer = Optional.of(ANSWER);
  }

  private List<String> types() {
    return kit.sessions.service().events(kit.agent, kit.session, 0, 100).stream()
        .map(event -> event.type().toString())
        .toList();
  }

  @Test
  void theSocketBelongsToTheSandboxAlone() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kit.socket())))
        .isEqualTo("rw-------");
    try (var files = Files.list(kit.socketFolder)) {
      assertThat(files).containsExactly(kit.socket());
    }
  }

  @Test
  void aWholeTurnGoesOverTheWire() throws Exception {
    RuntimeClient runtime = kit.connect();
    Answer.Welcome welcome = runtime.hello(kit.token());
    assertThat(welcome.setup().identity().id()).isEqualTo(kit.agent.toString());
    runtime.call(new Call.Ready());
    CompletableFuture<Answer.Leased> waiting = runtime.begin(new Call.Lease());
    kit.say("m1", "hello");
    Activation turn = RuntimeClient.await(waiting).activation();
    assertThat(turn.transcript()).containsExactly(new ChatMessage.User("hello"));
    runtime.call(new Call.Heartbeat(turn.id(), turn.fence()));
    EventBody use = new EventBody.ToolUse("c", "sh", List.of("ls"), "", 1, Optional.empty());
    runtime.call(new Call.Append(turn.id(), turn.fence(), List.of(new Event("e1", use))));
    assertThat(runtime.call(WireKit.complete(turn, "1")).text()).isEqualTo("one two");
    WireKit.answer(runtime, turn, "one two");
    assertThat(types())
        .containsSubsequence("user.message", "agent.tool_use", "agent.message", "turn.finished");
    assertThat(kit.directory.heard).containsExactly("connected test", "ready");
  }

  @Test
  void aRuntimeThatGivesUpIsHeard() throws IOException {
    kit.runtime().call(new Call.Fatal("init", "no such file"));
    assertThat(kit.directory.heard).contains("fatal init: no such file");
  }

  @Test
  void helloIsSaidOnce() throws IOException {
    RuntimeClient runtime = kit.runtime();
    WireKit.assertRefused(Code.INVALID, () -> runtime.hello("again"));
  }

  @Test
  void aRuntimeOfAnotherProtocolIsToldToBeRestarted() throws IOException {
    RuntimeClient client = kit.connect();
    WireKit.assertRefused(
        Code.PROTOCOL_UNSUPPORTED,
        () -> client.call(new Call.Hello(99, kit.token(), List.of(), "future")));
  }

  @Test
  void aTokenIsRenewedAndTheNewOneIsGood() throws IOException {
    String renewed = kit.runtime().call(new Call.Renew()).token();
    assertThatCode(() -> kit.connect().hello(renewed)).doesNotThrowAnyException();
  }

  @Test
  void theNewestConnectionOfARuntimeEndsTheOneBefore() throws IOException {
    RuntimeClient first = kit.connect();
    String next = first.hello(kit.token()).token();
    CompletableFuture<Answer.Leased> waiting = first.begin(new Call.Lease());
    RuntimeClient second = kit.connect();
    second.hello(next);
    first.awaitClose();
    kit.say("m1", "hello");
    assertThat(WireKit.lease(second).session()).isEqualTo("s");
    assertThat(waiting).isCompletedExceptionally();
  }

  @Test
  void theRequestsOfAClosedConnectionEnd() throws IOException {
    kit.model.go = new CountDownLatch(1);
    kit.say("m1", "hello");
    RuntimeClient runtime = kit.runtime();
    Activation turn = WireKit.lease(runtime);
    var lease = runtime.begin(new Call.Lease());
    var completion = runtime.begin(WireKit.complete(turn, "1"));
    AgentConnection connection = kit.wire.runtime(kit.agent).orElseThrow();
    eventually("two requests", () -> connection.working() == 2 && kit.model.asked.get() == 1);

    runtime.close();

    eventually("no requests", () -> connection.working() == 0);
    assertThat(kit.model.go.getCount()).as("the model has not answered").isOne();
    assertThat(lease).isCompletedExceptionally();
    assertThat(completion).isCompletedExceptionally();
  }

  @Test
  void aStaleFenceIsSaid() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    WireKit.assertRefused(
        Code.STALE_FENCE, () -> runtime.call(new Call.Heartbeat(turn.id(), turn.fence() + 1)));
  }

  @Test
  void aFailingModelIsToldWithTheWaitThatItAskedFor() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.failure =
        Optional.of(
            ModelException.transientFailure(
                ModelException.Reason.FAILED, "busy", "", Optional.of(Duration.ofSeconds(9))));
    assertThatExceptionOfType(RuntimeClient.Refused.class)
        .isThrownBy(() -> runtime.call(WireKit.complete(turn, "1")))
        .satisfies(e -> assertThat(e.error().code()).isEqualTo(Code.MODEL_TRANSIENT))
        .satisfies(e -> assertThat(e.error().retryAfterMillis()).hasValue(9000));
    kit.model.failure = Optional.of(ModelException.permanent("bad key"));
    WireKit.assertRefused(Code.MODEL_PERMANENT, () -> runtime.call(WireKit.complete(turn, "2")));
  }

  @Test
  void whatTheDaemonBreaksOnStaysInItsLog() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.answer = Optional.empty();
    assertThatExceptionOfType(RuntimeClient.Refused.class)
        .isThrownBy(() -> runtime.call(WireKit.complete(turn, "1")))
        .satisfies(e -> assertThat(e.error().code()).isEqualTo(Code.INTERNAL))
        .withMessage("the daemon failed internally. See the daemon's log.");
  }

  @Test
  void deltasReachWhoFollowsTheSession() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    try (var follower = kit.sessions.service().follow(kit.agent, kit.session, 3)) {
      assertThat(follower.next(Duration.ofSeconds(20))).contains(new StreamItem.Snapshot(""));
      kit.model.go = new CountDownLatch(1);
      CompletableFuture<Answer.Completion> completion = runtime.begin(WireKit.complete(turn, "1"));
      assertThat(follower.next(Duration.ofSeconds(20))).contains(new StreamItem.Delta("one "));
      kit.model.go.countDown();
      assertThat(RuntimeClient.await(completion).text()).isEqualTo("one two");
      assertThat(follower.next(Duration.ofSeconds(20))).contains(new StreamItem.Delta("two"));
    }
  }

  @Test
  void anInterruptEndsTheCompletionAndTellsTheRuntime() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.go = new CountDownLatch(1);
    CompletableFuture<Answer.Completion> completion = runtime.begin(WireKit.complete(turn, "1"));
    try (var follower = kit.sessions.service().follow(kit.agent, kit.session, 3)) {
      awaitText(follower, "one ");
    }
    kit.sessions.service().interrupt(kit.agent, kit.session);
    assertThat(runtime.notice()).isEqualTo(new Notice.Interrupt(turn.id()));
    assertThat(RuntimeClient.await(completion).stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(runtime.call(WireKit.complete(turn, "2")).stopReason())
        .isEqualTo(StopReason.INTERRUPTED);
    runtime.call(
        new Call.Ack(turn.id(), turn.fence(), new Outcome.Interrupted("one "), Usage.NONE));
    assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status())
        .isEqualTo(SessionStatus.IDLE);
  }

  /** Waits until a follower has seen the text, which it joined before or after. */
  private static void awaitText(Follower follower, String text) throws InterruptedException {
    StreamItem item = new StreamItem.Snapshot("");
    while (!item.equals(new StreamItem.Delta(text))
        && !item.equals(new StreamItem.Snapshot(text))) {
      item = follower.next(Duration.ofSeconds(20)).orElseThrow();
    }
  }

  @Test
  void aRuntimeIsAskedToStop() throws Exception {
    assertThat(kit.wire.stop(kit.agent, Duration.ofSeconds(3))).isFalse();
    RuntimeClient runtime = kit.runtime();
    assertThat(kit.wire.stop(kit.agent, Duration.ofSeconds(3))).isTrue();
    assertThat(runtime.notice()).isEqualTo(new Notice.Stop(3000));
  }

  @Test
  void aTurnGoesOnThroughTwoRestartsOfTheDaemonOnTheSameFolder() throws Exception {
    RuntimeClient runtime = kit.connect();
    String token = runtime.hello(kit.token()).token();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    Object key = Files.readAttributes(kit.socketFolder, "unix:ino").get("ino");
    for (int i = 0; i < 2; i++) {
      kit.restart();
      runtime.awaitClose();
      runtime = kit.connect();
      token = runtime.hello(token, new Held(turn.id(), turn.fence())).token();
      runtime.call(new Call.Heartbeat(turn.id(), turn.fence()));
    }
    WireKit.answer(runtime, turn, "done");
    assertThat(types().stream().filter("agent.message"::equals)).hasSize(1);
    assertThat(types().stream().filter("turn.started"::equals)).hasSize(1);
    assertThat(Files.readAttributes(kit.socketFolder, "unix:ino").get("ino")).isEqualTo(key);
  }

  @Test
  void aClosedAgentHasNoSocket() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.wire.close(kit.agent);
    runtime.awaitClose();
    assertThat(kit.socketFolder).isEmptyDirectory();
    kit.wire.close(kit.agent);
  }
}
