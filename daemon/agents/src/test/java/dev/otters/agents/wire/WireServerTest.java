package dev.otters.agents.wire;

import static dev.otters.agents.AgentKit.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.ModelException;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.Held;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.FakeDirectory;
import dev.otters.sessions.log.Follower;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.log.StreamItem;
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
  private static final Completion ANSWER =
      new Completion("one two", List.of(), StopReason.END_TURN, new Usage(5, 2));

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
    kit.directory.tools = List.of(new ToolSchema("sh", "A shell.", "{}"));
    runtime.call(new Call.Ready(List.of(new Block("AGENT", "", "You are bob."))));
    CompletableFuture<Answer.Leased> waiting = runtime.begin(new Call.Lease());
    kit.say("m1", "hello");
    Activation turn = RuntimeClient.await(waiting).activation();
    runtime.call(new Call.Heartbeat(turn.id(), turn.fence()));
    ToolCall call = kit.use(runtime, turn, 1);
    WireKit.result(runtime, turn, 1, "README.md");
    kit.answer(runtime, turn, 2, "one two");
    assertThat(types())
        .containsSubsequence(
            "user.message",
            "agent.message",
            "agent.tool_use",
            "agent.tool_result",
            "agent.message",
            "turn.finished");
    assertThat(kit.directory.heard).containsExactly("connected test", "ready");
    assertThat(kit.model.requests.getFirst().messages())
        .containsExactly(
            new ChatMessage.System("## AGENT\n\nYou are bob."), new ChatMessage.User("hello"));
    assertThat(kit.model.requests.getFirst().tools()).extracting("name").containsExactly("sh");
    assertThat(kit.model.requests.get(1).messages().get(2))
        .isEqualTo(new ChatMessage.Assistant("Well.", List.of(call)));
    assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().usage())
        .isEqualTo(new Usage(10, 4));
  }

  @Test
  void aStepIsPaidForOnceHoweverOftenItIsAskedFor() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    ToolCall call = kit.use(runtime, turn, 1);
    for (int again = 0; again < 3; again++) {
      assertThat(runtime.call(WireKit.complete(turn, 1))).isEqualTo(new Answer.Run(List.of(call)));
    }
    WireKit.result(runtime, turn, 1, "one");
    WireKit.result(runtime, turn, 1, "another");
    kit.answer(runtime, turn, 2, "done");
    assertThat(runtime.call(WireKit.complete(turn, 2)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(kit.model.requests).hasSize(2);
    assertThat(kit.model.requests.get(1).messages().getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class, result -> assertThat(result.text()).contains("one\n"));
  }

  @Test
  void anAnswerIsStoredAlsoIfNobodyWaitsForIt() throws Exception {
    RuntimeClient runtime = kit.connect();
    String token = runtime.hello(kit.token()).token();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.go = new CountDownLatch(1);
    CompletableFuture<Answer.Next> unheard = runtime.begin(WireKit.complete(turn, 1));
    try (var follower = kit.sessions.service().follow(kit.agent, kit.session, 3)) {
      awaitText(follower, "one ");
      runtime.close();
      kit.model.go.countDown();
      RuntimeClient next = kit.connect();
      next.hello(token, new Held(turn.id(), turn.fence()));
      assertThat(next.call(WireKit.complete(turn, 1)))
          .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    }
    assertThat(unheard).isCompletedExceptionally();
    assertThat(kit.model.requests).hasSize(1);
    assertThat(types().stream().filter("agent.message"::equals)).hasSize(1);
  }

  @Test
  void aStepOutOfOrderIsRefused() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    WireKit.assertRefused(Code.INVALID, () -> runtime.call(WireKit.complete(turn, 2)));
    kit.use(runtime, turn, 1);
    WireKit.assertRefused(Code.INVALID, () -> runtime.call(WireKit.complete(turn, 2)));
    WireKit.assertRefused(Code.INVALID, () -> WireKit.result(runtime, turn, 2, "forged"));
    assertThat(kit.model.requests).hasSize(1);
  }

  @Test
  void aTurnHasNoMoreCompletionsThanItMay() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    for (int step = 1; step <= FakeDirectory.MAX_ITERATIONS; step++) {
      kit.use(runtime, turn, step);
      WireKit.result(runtime, turn, step, "more");
    }
    assertThat(runtime.call(WireKit.complete(turn, FakeDirectory.MAX_ITERATIONS + 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(kit.model.requests).hasSize(FakeDirectory.MAX_ITERATIONS);
    assertThat(
            kit.sessions.service().events(kit.agent, kit.session, 0, 1000).stream()
                .filter(event -> event.type() == EventType.AGENT_MESSAGE)
                .toList()
                .getLast()
                .body())
        .contains("Well.")
        .contains("Stopped without an answer after 20 steps (CONFIG max-iterations).");
  }

  @Test
  void textAtTheTokenLimitIsExplained() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.answer =
        Optional.of(new Completion(" ", List.of(), StopReason.MAX_TOKENS, Usage.NONE));
    runtime.call(WireKit.complete(turn, 1));
    assertThat(
            kit.sessions.service().events(kit.agent, kit.session, 0, 100).stream()
                .filter(event -> event.type() == EventType.AGENT_MESSAGE)
                .findFirst()
                .orElseThrow()
                .body())
        .contains("[The model reached its token limit without an answer.]");
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
  void aRuntimeOfAnotherProtocolIsReported() throws IOException {
    RuntimeClient client = kit.connect();
    WireKit.assertRefused(
        Code.PROTOCOL_UNSUPPORTED,
        () -> client.call(new Call.Hello(1, kit.token(), List.of(), "old")));
    assertThat(kit.directory.heard).containsExactly("outdated 1");
    RuntimeClient stranger = kit.connect();
    WireKit.assertRefused(
        Code.UNAUTHENTICATED, () -> stranger.call(new Call.Hello(1, "wrong", List.of(), "old")));
    assertThat(kit.directory.heard).containsExactly("outdated 1");
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
    var completion = runtime.begin(WireKit.complete(turn, 1));
    AgentConnection connection = kit.wire.runtime(kit.agent).orElseThrow();
    eventually("two requests", () -> connection.working() == 2 && kit.model.requests.size() == 1);

    runtime.close();

    eventually("no requests", () -> connection.working() == 0);
    assertThat(kit.model.go.getCount()).as("the model has not answered").isOne();
    eventually(
        "the client's calls fail",
        () -> lease.isCompletedExceptionally() && completion.isCompletedExceptionally());
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
  void aModelThatFailsForAWhileIsAskedAgainAfterTheWaitThatItWanted() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.failure =
        Optional.of(
            ModelException.transientFailure(
                ModelException.Reason.FAILED, "busy", "", Optional.of(Duration.ofMinutes(15))));
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(kit.error()).contains("\"retryInMillis\":900000").contains("busy");
    assertThat(status()).isEqualTo(SessionStatus.RESCHEDULING);
  }

  @Test
  void aModelThatFailsForGoodBlocksTheSession() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.failure = Optional.of(ModelException.permanent("bad key"));
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
  }

  private SessionStatus status() {
    return kit.sessions.service().find(kit.agent, kit.session).orElseThrow().status();
  }

  @Test
  void whatTheDaemonBreaksOnStaysInItsLog() throws IOException {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.answer = Optional.empty();
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    assertThat(kit.error()).contains("the daemon failed internally. See the daemon's log.");
  }

  @Test
  void deltasReachWhoFollowsTheSession() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    try (var follower = kit.sessions.service().follow(kit.agent, kit.session, 3)) {
      assertThat(follower.next(Duration.ofSeconds(20))).contains(new StreamItem.Snapshot(""));
      kit.model.go = new CountDownLatch(1);
      CompletableFuture<Answer.Next> completion = runtime.begin(WireKit.complete(turn, 1));
      assertThat(follower.next(Duration.ofSeconds(20))).contains(new StreamItem.Delta("one "));
      kit.model.go.countDown();
      assertThat(RuntimeClient.await(completion)).isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
      assertThat(follower.next(Duration.ofSeconds(20)))
          .get()
          .isInstanceOfSatisfying(
              StreamItem.Durable.class,
              item -> assertThat(item.event().body()).contains("one two"));
    }
  }

  @Test
  void anInterruptEndsTheCompletionAndTellsTheRuntime() throws Exception {
    RuntimeClient runtime = kit.runtime();
    kit.say("m1", "hello");
    Activation turn = WireKit.lease(runtime);
    kit.model.go = new CountDownLatch(1);
    CompletableFuture<Answer.Next> completion = runtime.begin(WireKit.complete(turn, 1));
    try (var follower = kit.sessions.service().follow(kit.agent, kit.session, 3)) {
      awaitText(follower, "one ");
    }
    kit.sessions.service().interrupt(kit.agent, kit.session);
    assertThat(runtime.notice()).isEqualTo(new Notice.Interrupt(turn.id()));
    assertThat(RuntimeClient.await(completion))
        .isEqualTo(new Answer.Over(Outcome.Kind.INTERRUPTED));
    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.INTERRUPTED));
    runtime.call(new Call.Release(turn.id(), turn.fence(), new Outcome.Interrupted("")));
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
    kit.answer(runtime, turn, 1, "done");
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
