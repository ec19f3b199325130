package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.PlayedProvider;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Held;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.conversation.Memory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Turns whose model first summarizes what they no longer see. */
@Timeout(60)
class SummaryTest {
  private static final Completion DONE =
      new Completion("done", List.of(), StopReason.END_TURN, WireKit.USAGE);
  private static final Completion SUMMARY =
      new Completion("They spoke.", List.of(), StopReason.END_TURN, new Usage(100, 10));

  @TempDir Path folder;
  @AutoClose private WireKit kit;
  private final Summarizer model = new Summarizer();
  private RuntimeClient runtime;
  private int said;

  /** Answers turns, and asks the test for summaries. */
  private static final class Summarizer extends PlayedProvider {
    volatile Supplier<Completion> summary = () -> SUMMARY;
    volatile CountDownLatch go = new CountDownLatch(0);
    final CountDownLatch asked = new CountDownLatch(1);
    final List<CompletionRequest> turns = new CopyOnWriteArrayList<>();
    final List<CompletionRequest> summaries = new CopyOnWriteArrayList<>();

    Summarizer() {
      super("acme");
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      if (!request.messages().getFirst().toString().contains("You summarize")) {
        turns.add(request);
        return DONE;
      }
      summaries.add(request);
      asked.countDown();
      go.await();
      return summary.get();
    }
  }

  @BeforeEach
  void start() throws IOException {
    kit = new WireKit(folder, List.of(model));
    kit.directory.model = "acme/some-model";
    kit.directory.memory = new Memory(true, 0, 3000);
    runtime = kit.runtime();
  }

  private Activation begin() {
    kit.say("m" + ++said, "message " + said + " " + "x".repeat(1000));
    return WireKit.lease(runtime);
  }

  private void turn() {
    assertThat(runtime.call(WireKit.complete(begin(), 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
  }

  private void turnsUntilSummary() {
    while (model.summaries.isEmpty()) {
      turn();
    }
  }

  /** Returns how many rows of a table are about summaries. */
  private long rows(String table) {
    return kit.database.read(
        rows -> rows.number("SELECT count(*) AS n FROM " + table + " WHERE step = 0"));
  }

  private long compactions() {
    return kit.sessions.service().events(kit.agent, kit.session, 0, 1000).stream()
        .filter(event -> event.type() == EventType.COMPACTED)
        .count();
  }

  @Test
  void aTurnBeginsWithItsSummaryAndPaysForIt() {
    turnsUntilSummary();

    assertThat(model.summaries.getFirst().tools()).isEmpty();
    List<ChatMessage> request = model.turns.getLast().messages();
    assertThat(request.get(1).toString()).contains("> They spoke.");
    assertThat(request.getLast().toString()).contains("message " + said + " ");
    assertThat(kit.sessions.service().find(kit.agent, kit.session).orElseThrow().usage())
        .isEqualTo(
            new Usage(
                said * WireKit.USAGE.inputTokens() + 100,
                said * WireKit.USAGE.outputTokens() + 10));
    assertThat(rows("traces")).isOne();
    assertThat(rows("ledger")).isOne();
    turn();
    assertThat(model.summaries).hasSize(1);
    assertThat(model.turns.getLast().messages().subList(0, request.size())).isEqualTo(request);
  }

  static Stream<Supplier<Completion>> failures() {
    return Stream.of(
        () -> {
          throw ModelException.transientFailure(Reason.OVERLOADED, "busy", "", Optional.empty());
        },
        () -> {
          throw ModelException.permanent("no");
        },
        () -> {
          throw ModelException.permanent(Reason.TOO_LONG, "too long", "");
        },
        () -> {
          throw new IllegalStateException("broken");
        },
        () -> new Completion("", List.of(), StopReason.END_TURN, WireKit.USAGE));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aTurnGoesOnWithoutASummary(Supplier<Completion> failure) {
    model.summary = failure;

    turnsUntilSummary();

    assertThat(compactions()).isZero();
    assertThat(model.turns.getLast().messages().get(1).toString()).contains("text=message ");
    assertThat(model.turns.getLast().messages().toString()).doesNotContain("message 1 ");
    turn();
  }

  @Test
  void aDaemonThatEndsDuringASummaryAsksAgainInTheNextOne() throws Exception {
    model.go = new CountDownLatch(1);
    Activation turn = begin();
    while (CompletableFuture.anyOf(runtime.begin(WireKit.complete(turn, 1)), asked()).get()
        != model) {
      turn = begin();
    }

    kit.restart();
    model.go.countDown();
    runtime = kit.runtime(new Held(turn.id(), turn.fence()));

    assertThat(runtime.call(WireKit.complete(turn, 1)))
        .isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));
    assertThat(model.summaries).hasSize(2);
    assertThat(compactions()).isEqualTo(1);
    assertThat(model.turns.getLast().messages().get(1).toString()).contains("> They spoke.");
  }

  private CompletableFuture<Object> asked() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            model.asked.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return model;
        });
  }
}
