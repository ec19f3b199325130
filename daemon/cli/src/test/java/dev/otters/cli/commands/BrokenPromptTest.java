package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.TextChunk;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A turn in whose midst the daemon or the user leaves. */
class BrokenPromptTest extends CommandTest {
  private TurnScript turn;

  @BeforeEach
  void start() {
    turn = new TurnScript(daemon);
  }

  @Test
  void aDaemonThatRestartsInTheMiddleOfATurnLosesAndRepeatsNothing() {
    turn.acceptMessages();
    AtomicInteger connections = new AtomicInteger();
    turn.follow(
        (request, reply) -> {
          int connection = connections.incrementAndGet();
          if (connection == 1) {
            reply.stream();
            TurnScript.send(
                reply,
                TurnScript.started(),
                TurnScript.event(
                    6, EventType.TOOL_USE, Map.of("call", "c", "name", "sh", "args", List.of())));
            reply.event(null, Streams.DELTA, new TextChunk("It is"));
          } else if (connection == 2) {
            reply.json(
                503, Json.write(Problem.of(ErrorCode.SHUTTING_DOWN, "the daemon stops", null)));
          } else {
            assertThat(request.headers()).containsEntry("last-event-id", "6");
            reply.stream();
            reply.event(null, Streams.SNAPSHOT, new TextChunk("It is Ot"));
            reply.event(null, Streams.DELTA, new TextChunk("ters."));
            TurnScript.send(
                reply, TurnScript.said(7, "It is Otters."), TurnScript.finished(8, "answered"));
          }
        });
    Bench.Run run = bench.terminal(80).run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.exit()).describedAs(run.err()).isZero();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(connections).hasValue(3);
  }

  /** Prompts until the turn has started; only the next connection sees its answer. */
  private CompletableFuture<Bench.Run> promptUntilTheTurnStarts() throws InterruptedException {
    turn.acceptMessages();
    CountDownLatch first = new CountDownLatch(1);
    turn.follow(
        (request, reply) -> {
          reply.stream();
          if (first.getCount() == 1) {
            TurnScript.send(reply, TurnScript.started());
            first.countDown();
            var _ = await(new CountDownLatch(1));
          }
          TurnScript.send(reply, TurnScript.said(6, "Hello."), TurnScript.finished(7, "answered"));
        });
    CompletableFuture<Bench.Run> run =
        CompletableFuture.supplyAsync(
            () -> bench.run("prompt", "-s", "s", "bob", "what?"), Thread::startVirtualThread);
    assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
    return run;
  }

  @Test
  void aDaemonThatIsAwayForAWhileIsWaitedFor() throws Exception {
    CompletableFuture<Bench.Run> run = promptUntilTheTurnStarts();
    daemon.stop();
    daemon.listen();
    assertThat(run.get(10, TimeUnit.SECONDS).out()).isEqualTo("Hello.\n");
  }

  @Test
  void aDaemonThatWasKilledIsStartedAgainAndTheAnswerComes() throws Exception {
    Path bin = Files.createDirectories(bench.folder().resolve("dist/bin"));
    Path ottersd =
        Files.writeString(bin.resolve("ottersd"), "#!/bin/sh\n: > \"$OTTERS_HOME/started\"\n");
    assertThat(ottersd.toFile().setExecutable(true)).isTrue();
    bench.distribution(bin.getParent());
    CompletableFuture<Bench.Run> run = promptUntilTheTurnStarts();
    daemon.stop();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!Files.exists(bench.home().resolve("started"))) {
      assertThat(System.nanoTime()).as("it is started in time").isLessThan(end);
      LockSupport.parkNanos(1_000_000);
    }
    daemon.listen();

    assertThat(run.get(20, TimeUnit.SECONDS).out()).isEqualTo("Hello.\n");
    assertThat(run.get().err()).startsWith("waiting for the daemon: ");
  }

  @Test
  void aDaemonThatSendsSomethingInEachConnectionIsNeverReportedAsAway() {
    turn.acceptMessages();
    AtomicInteger connections = new AtomicInteger();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          int connection = connections.incrementAndGet();
          if (connection == 1) {
            TurnScript.send(reply, TurnScript.started());
          } else if (connection < 7) {
            reply.event(null, Streams.DELTA, new TextChunk("."));
          } else {
            TurnScript.send(
                reply, TurnScript.said(6, "Hello."), TurnScript.finished(7, "answered"));
          }
        });
    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "what?");
    assertThat(run.out()).isEqualTo("Hello.\n");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void controlCInterruptsTheTurnAndKeepsWhatWasSaid() {
    turn.acceptMessages();
    CountDownLatch interrupted = new CountDownLatch(1);
    daemon.on(
        "POST /v1/agents/bob/sessions/s/interrupt",
        (request, reply) -> {
          reply.json(202, "");
          interrupted.countDown();
        });
    turn.follow(
        (request, reply) -> {
          reply.stream();
          TurnScript.send(reply, TurnScript.started());
          reply.event(null, Streams.DELTA, new TextChunk("So far"));
          bench.interrupt();
          assertThat(await(interrupted)).isTrue();
          TurnScript.send(
              reply, TurnScript.said(6, "So far"), TurnScript.finished(7, "interrupted"));
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
        "POST " + TurnScript.EVENTS,
        (request, reply) -> {
          bench.interrupt();
          reply.json(202, Json.write(new MessageAccepted("mine", 4, "s")));
        });
    turn.follow(
        (request, reply) -> {
          reply.stream();
          TurnScript.send(reply, TurnScript.started(), TurnScript.finished(6, "interrupted"));
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
  void theMessageIsSentAgainWithTheSameIdWhenTheDaemonIsLost() {
    turn.answerInOneGo();
    AtomicInteger posts = new AtomicInteger();
    daemon.on(
        "POST " + TurnScript.EVENTS,
        (request, reply) -> {
          if (posts.incrementAndGet() > 1) {
            reply.json(202, Json.write(new MessageAccepted("mine", 4, "s")));
          }
        });
    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").out()).isEqualTo("It is Otters.\n");
    assertThat(turn.sent().distinct()).hasSize(1);
    assertThat(posts).hasValue(2);
  }

  @Test
  void theSessionIsAskedForAgainWhenTheDaemonIsLost() {
    turn.answerInOneGo();
    AtomicInteger asked = new AtomicInteger();
    daemon.on(
        "GET /v1/agents/bob/sessions/s",
        (request, reply) -> {
          if (asked.incrementAndGet() > 1) {
            reply.json(
                404, Json.write(Problem.of(ErrorCode.SESSION_NOT_FOUND, "no session", null)));
          }
        });
    assertThat(bench.run("prompt", "-s", "s", "bob", "what?").out()).isEqualTo("It is Otters.\n");
    assertThat(asked).hasValue(2);
  }
}
