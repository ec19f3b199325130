package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Activation;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages for runtimes that wait for work. */
@Timeout(60)
class HandoverTest {
  private static final String OWNER = "waiting";

  @TempDir Path folder;
  private SessionKit kit;

  @AutoClose("shutdownNow")
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void start() {
    kit = new SessionKit(folder);
  }

  /** Returns what a runtime gets that waits now. */
  private Future<Activation> waiting(String owner) {
    List<String> unused = kit.turns().connect(kit.agent, owner, List.of());
    Future<Activation> leased = threads.submit(() -> kit.turns().lease(kit.agent, owner));
    awaitRuntime();
    return leased;
  }

  private void awaitRuntime() {
    while (!kit.sessions.leasing().isAwaited(kit.agent)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aMessageAndTheStartOfItsTurnAreOneCommit() throws Exception {
    Future<Activation> leased = waiting(OWNER);
    long before = Commits.count(folder.resolve("daemon.db"));

    kit.say("hello");

    assertThat(leased.get().session()).isEqualTo(kit.session.value());
    assertThat(Commits.count(folder.resolve("daemon.db")) - before).isOne();
    assertThat(kit.types()).containsSequence("user.message", "turn.started");
  }

  @Test
  void aRuntimeThatHasItsTurnFindsNoOtherOne() throws Exception {
    Future<Activation> leased = waiting(OWNER);
    kit.say("hello");
    Activation turn = leased.get();
    long before = Commits.count(folder.resolve("daemon.db"));

    Future<Activation> next = threads.submit(() -> kit.turns().lease(kit.agent, OWNER));
    awaitRuntime();

    assertThat(Commits.count(folder.resolve("daemon.db"))).isEqualTo(before);
    kit.answer(turn, "done");
    kit.say("again");
    assertThat(next.get().turn()).isNotEqualTo(turn.turn());
  }

  @Test
  void aRuntimeThatWasReplacedGetsNoTurn() throws Exception {
    Future<Activation> replaced = waiting("old");
    List<String> unused = kit.turns().connect(kit.agent, "new", List.of());

    kit.say("hello");

    assertThatExceptionOfType(ExecutionException.class)
        .isThrownBy(replaced::get)
        .withCauseInstanceOf(SessionException.class);
    assertThat(kit.turns().lease(kit.agent, "new").session()).isEqualTo(kit.session.value());
  }

  @Test
  void aRuntimeThatIsGoneLosesItsTurnToTheNextOne() throws Exception {
    Future<Activation> gone = waiting("old");
    kit.say("hello");
    Activation lost = gone.get();

    List<String> unused = kit.turns().connect(kit.agent, "new", List.of());

    kit.time.advance(Backoff.CAP);
    Activation again = kit.turns().lease(kit.agent, "new");
    assertThat(again.turn()).isEqualTo(lost.turn());
    assertThat(again.fence()).isGreaterThan(lost.fence());
  }

  @Test
  void aRuntimeThatForgetsItsTurnAgainAndAgainGetsItFiveTimes() throws Exception {
    Future<Activation> gone = waiting("runtime-1");
    kit.say("hello");
    Activation turn = gone.get();
    for (int attempt = 2; attempt <= 6; attempt++) {
      long fence = turn.fence();
      List<String> unused = kit.turns().connect(kit.agent, "runtime-" + attempt, List.of());
      kit.time.advance(Backoff.CAP);
      if (attempt < 6) {
        turn = kit.turns().lease(kit.agent, "runtime-" + attempt);
        assertThat(turn.fence()).isGreaterThan(fence);
      }
    }
    assertThat(kit.view().status()).isEqualTo(SessionStatus.DEAD);
  }

  @Test
  void aMessageIsStoredAlsoIfItsTurnCannotStart() throws Exception {
    Future<Activation> leased = waiting(OWNER);
    kit.turns()
        .measure(
            model -> {
              throw new IllegalStateException("no context");
            });

    long seq = kit.say("hello");

    assertThat(seq).isOne();
    assertThatExceptionOfType(ExecutionException.class).isThrownBy(leased::get);
    assertThat(kit.types()).contains("user.message").doesNotContain("turn.started");
  }

  @Test
  void aRefusedMessageTakesNothingFromTheRuntime() throws Exception {
    Future<Activation> leased = waiting(OWNER);
    SessionException refusal = SessionException.invalid("not now");

    assertThatExceptionOfType(SessionException.class).isThrownBy(() -> kit.refuse(refusal));

    kit.say("hello");
    assertThat(leased.get().session()).isEqualTo(kit.session.value());
  }

  @Test
  void manyMessagesAtOnceReachWaitingRuntimesOnceEach() throws Exception {
    int sessions = 200;
    kit.directory.parallel = sessions;
    Future<List<String>> leased =
        threads.submit(
            () -> {
              List<String> unused = kit.turns().connect(kit.agent, OWNER, List.of());
              List<String> seen = new ArrayList<>();
              while (seen.size() < sessions) {
                seen.add(kit.turns().lease(kit.agent, OWNER).session());
              }
              return seen;
            });

    List<Future<Long>> said =
        IntStream.range(0, sessions)
            .mapToObj(
                i ->
                    threads.submit(
                        () ->
                            kit.service()
                                .appendUserMessage(
                                    kit.agent, new SessionId("s" + i), "m", "go", tx -> {})))
            .toList();

    for (Future<Long> message : said) {
      assertThat(message.get()).isOne();
    }
    assertThat(leased.get()).hasSize(sessions).doesNotHaveDuplicates();
  }
}
