package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.EventTypes;
import dev.otters.api.Json;
import dev.otters.api.MessageAccepted;
import dev.otters.api.MessageRequest;
import dev.otters.api.Problem;
import dev.otters.api.SessionEvent;
import dev.otters.api.Streams;
import dev.otters.api.TextChunk;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import dev.otters.cli.turn.ToolCall;
import dev.otters.cli.turn.TurnResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptTest {
  @TempDir Path folder;
  @AutoClose private Bench bench;
  private FakeDaemon daemon;

  @BeforeEach
  void start() throws IOException {
    bench = new Bench(folder);
    daemon = bench.daemon();
  }

  private static final String EVENTS = "/v1/agents/bob/sessions/s/events";

  private void acceptMessages() {
    daemon.answer("POST " + EVENTS, new MessageAccepted("mine", 4, "s"));
  }

  private void follow(FakeDaemon.Handler handler) {
    daemon.on("GET " + EVENTS, handler);
  }

  private static SessionEvent started() {
    return Given.event(
        5, "t", EventTypes.TURN_STARTED, Map.of("messages", List.of("mine"), "attempt", 1));
  }

  private static SessionEvent said(long seq, String text) {
    return Given.event(seq, "t", EventTypes.AGENT_MESSAGE, Map.of("text", text));
  }

  private static SessionEvent finished(long seq, String outcome) {
    return Given.event(
        seq,
        "t",
        EventTypes.TURN_FINISHED,
        Map.of("outcome", outcome, "usage", Map.of("inputTokens", 7, "outputTokens", 2)));
  }

  private static void send(FakeDaemon.Reply reply, SessionEvent... events) throws IOException {
    for (SessionEvent event : events) {
      reply.event(Long.toString(event.seq()), Streams.EVENT, event);
    }
  }

  private void answerInOneGo() {
    acceptMessages();
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, started());
          reply.event(null, Streams.DELTA, new TextChunk("Let me look."));
          send(
              reply,
              Given.event(
                  6,
                  "t",
                  EventTypes.AGENT_MESSAGE,
                  Map.of("text", "Let me look.", "partial", true)),
              Given.event(
                  7,
                  "t",
                  EventTypes.TOOL_USE,
                  Map.of("call", "c", "name", "sh", "args", List.of("-c", "ls"))),
              Given.event(
                  8,
                  "t",
                  EventTypes.TOOL_RESULT,
                  Map.of("call", "c", "exitCode", 0, "stdout", "README.md\n", "stderr", "")));
          reply.event(null, Streams.DELTA, new TextChunk("It is "));
          reply.event(null, Streams.DELTA, new TextChunk("Otters."));
          send(reply, said(9, "It is Otters."), finished(10, "answered"));
        });
  }

  @Test
  void aScriptGetsTheFinalAnswerOnce() {
    answerInOneGo();
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what", "is it?");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(run.err()).isEmpty();
    MessageRequest sent = Json.read(daemon.requests().getFirst().text(), MessageRequest.class);
    assertThat(sent.text()).isEqualTo("what is it?");
    assertThat(sent.type()).isEqualTo("user.message");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET " + EVENTS + "?after=4&follow=true");
  }

  @Test
  void aTerminalSeesEverythingAsItComes() {
    answerInOneGo();
    Bench.Run run = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.out()).isEqualTo("Let me look.\nIt is Otters.\n");
    assertThat(run.err()).isEqualTo("▸ sh -c ls\n  README.md\n");
  }

  @Test
  void noStreamIsForTerminalsToo() {
    answerInOneGo();
    assertThat(bench.terminal(80).run("prompt", "--no-stream", "-s", "s", "bob", "what?").out())
        .isEqualTo("It is Otters.\n");
  }

  @Test
  void toolsAreShownToScriptsThatAskForThem() {
    answerInOneGo();
    Bench.Run run = bench.run("prompt", "--show-tools", "-s", "s", "bob", "what?");
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(run.err()).isEqualTo("▸ sh -c ls\n  README.md\n");
  }

  @Test
  void jsonHoldsAnswerToolCallsAndUsage() {
    answerInOneGo();
    TurnResult result =
        Json.read(
            bench.run("prompt", "-o", "json", "-s", "s", "bob", "what?").out(), TurnResult.class);
    assertThat(result.answer()).isEqualTo("It is Otters.");
    assertThat(result.session()).isEqualTo("s");
    assertThat(result.usage()).containsEntry("inputTokens", 7);
    assertThat(result.toolCalls())
        .singleElement()
        .extracting(ToolCall::stdout)
        .isEqualTo("README.md\n");
  }

  @Test
  void aDaemonThatRestartsInTheMiddleOfATurnLosesAndRepeatsNothing() {
    acceptMessages();
    AtomicInteger connections = new AtomicInteger();
    follow(
        (request, reply) -> {
          int connection = connections.incrementAndGet();
          if (connection == 1) {
            reply.stream();
            send(
                reply,
                started(),
                Given.event(
                    6,
                    "t",
                    EventTypes.TOOL_USE,
                    Map.of("call", "c", "name", "sh", "args", List.of())));
            reply.event(null, Streams.DELTA, new TextChunk("It is"));
          } else if (connection == 2) {
            reply.json(
                503, Json.write(Problem.of(ErrorCode.SHUTTING_DOWN, "the daemon stops", null)));
          } else {
            assertThat(request.headers()).containsEntry("last-event-id", "6");
            reply.stream();
            reply.event(null, Streams.SNAPSHOT, new TextChunk("It is Ot"));
            reply.event(null, Streams.DELTA, new TextChunk("ters."));
            send(reply, said(7, "It is Otters."), finished(8, "answered"));
          }
        });
    Bench.Run run = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).describedAs(run.err()).isZero();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(connections).hasValue(3);
  }

  @Test
  void aDaemonThatIsAwayForAWhileIsWaitedFor() throws Exception {
    acceptMessages();
    AtomicInteger connections = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    follow(
        (request, reply) -> {
          reply.stream();
          if (connections.incrementAndGet() == 1) {
            send(reply, started());
            first.countDown();
            boolean unused = await(new CountDownLatch(1));
          }
          send(reply, said(6, "Hello."), finished(7, "answered"));
        });
    CompletableFuture<Bench.Run> run =
        CompletableFuture.supplyAsync(
            () -> bench.run("prompt", "-s", "s", "bob", "what?"), Thread::startVirtualThread);
    assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
    daemon.stop();
    daemon.listen();
    assertThat(run.get(10, TimeUnit.SECONDS).out()).isEqualTo("Hello.\n");
  }

  @Test
  void aRestartedAnswerIsToldOnATerminal() {
    acceptMessages();
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, started());
          reply.event(null, Streams.DELTA, new TextChunk("Wrong"));
          reply.event(null, Streams.RESTARTED, Map.of());
          reply.event(null, Streams.DELTA, new TextChunk("Right."));
          send(reply, said(6, "Right."), finished(7, "answered"));
        });
    Bench.Run live = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(live.out()).isEqualTo("Wrong\nRight.\n");
    assertThat(live.err()).isEqualTo("the answer starts again\n");
  }

  @Test
  void whatTheTurnWaitsForIsTold() {
    acceptMessages();
    follow(
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.NOTE, new TextChunk("of another turn"));
          send(reply, started());
          reply.event(null, Streams.NOTE, new TextChunk("1 request \u001b[2Jbefore yours"));
          reply.event(null, Streams.NOTE, new TextChunk("1 request \u001b[2Jbefore yours"));
          send(reply, said(6, "Yes."), finished(7, "answered"));
        });

    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").err())
        .isEqualTo("1 request ·[2Jbefore yours\n");
    Bench.Run live = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(live.out()).isEqualTo("Yes.\n");
    assertThat(live.err()).isEqualTo("1 request ·[2Jbefore yours\n");
  }

  @Test
  void controlCInterruptsTheTurnAndKeepsWhatWasSaid() {
    acceptMessages();
    CountDownLatch interrupted = new CountDownLatch(1);
    daemon.on(
        "POST /v1/agents/bob/sessions/s/interrupt",
        (request, reply) -> {
          reply.json(202, "");
          interrupted.countDown();
        });
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, started());
          reply.event(null, Streams.DELTA, new TextChunk("So far"));
          bench.interrupt();
          assertThat(await(interrupted)).isTrue();
          send(reply, said(6, "So far"), finished(7, "interrupted"));
        });
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(130);
    assertThat(run.out()).isEqualTo("So far\n");
    assertThat(run.err()).isEqualTo("interrupted\n");
  }

  @Test
  void controlCBeforeTheMessageIsAcceptedInterruptsItsTurnToo() {
    AtomicInteger interrupts = new AtomicInteger();
    daemon.on(
        "POST /v1/agents/bob/sessions/s/interrupt",
        (request, reply) -> {
          interrupts.incrementAndGet();
          reply.json(202, "");
        });
    daemon.on(
        "POST " + EVENTS,
        (request, reply) -> {
          bench.interrupt();
          reply.json(202, Json.write(new MessageAccepted("mine", 4, "s")));
        });
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, started(), finished(6, "interrupted"));
        });
    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").exit()).isEqualTo(130);
    assertThat(interrupts).hasValue(1);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aTurnThatFailsSaysWhyAndHasTheModelsExitCode() {
    acceptMessages();
    follow(
        (request, reply) -> {
          reply.stream();
          send(
              reply,
              started(),
              Given.event(
                  6,
                  "t",
                  EventTypes.ERROR,
                  Map.of("kind", "permanent", "message", "the key is wrong")),
              finished(7, "failed"));
        });
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(43);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("otters: the key is wrong\n");
  }

  @Test
  void theMessageIsSentAgainWithTheSameIdWhenTheDaemonIsLost() {
    answerInOneGo();
    AtomicInteger posts = new AtomicInteger();
    daemon.on(
        "POST " + EVENTS,
        (request, reply) -> {
          if (posts.incrementAndGet() > 1) {
            reply.json(202, Json.write(new MessageAccepted("mine", 4, "s")));
          }
        });
    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").out()).isEqualTo("It is Otters.\n");
    assertThat(sent().distinct()).hasSize(1);
    assertThat(posts).hasValue(2);
  }

  @Test
  void aRefusedMessageIsNotSentAgain() {
    daemon.refuse(
        "POST " + EVENTS,
        Problem.of(
            ErrorCode.AGENT_NOT_RUNNING, "bob is stopped", "Start it with: otters start bob"));
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(daemon.requests()).hasSize(1);
  }

  @Test
  void standardInputIsTheMessageWhenNothingElseIs() {
    answerInOneGo();
    assertThat(bench.input("from a pipe\n").run("prompt", "-s", "s", "bob").exit()).isZero();
    assertThat(bench.input("from a pipe\n").run("prompt", "-s", "s", "bob", "-").exit()).isZero();
    assertThat(sent())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).contains("\"text\":\"from a pipe\""));
  }

  @Test
  void anEmptyMessageIsRefused() {
    assertThat(bench.input(" \n").run("prompt", "bob", "-").err())
        .startsWith("otters: the message is empty");
    assertThat(bench.terminal(80).run("prompt", "bob").err()).startsWith("otters: missing TEXT");
    assertThat(bench.run("prompt", "bob", "").exit()).isEqualTo(2);
    assertThat(bench.input("x".repeat(1_000_000)).run("prompt", "bob", "-").err())
        .startsWith("otters: the message is larger than 900kB");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aNewSessionIsNamedAfterWhereItCameFrom() {
    bench.run("prompt", "bob", "hi");
    assertThat(daemon.requests().getFirst().line())
        .matches("POST /v1/agents/bob/sessions/cli:prompt:[0-9a-f-]{36}/events");
  }

  private Stream<String> sent() {
    return daemon.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .map(FakeDaemon.Request::text);
  }
}
