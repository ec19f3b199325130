package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.otters.api.session.NewSession;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TraceDetail;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.Price;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.log.ActivationRows;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgramRequestsTest extends SessionBench {
  private final PlayedModel other = new PlayedModel();
  @AutoClose private final ModelGateway gateway = new ModelGateway(Providers.of(other));
  private ProgramRequests requests;

  @BeforeEach
  void start() {
    requests = kit.sessions.programRequests(gateway);
    kit.sessions.price(model -> Optional.of(new Price(1_000_000, 1_000_000, 1_000_000, 2_000_000)));
  }

  private Completion ask(String message, Map<String, String> options) throws InterruptedException {
    CompletionRequest request =
        new CompletionRequest(
            "other/large", List.of(new ChatMessage.User(message)), List.of(), options);
    return requests.ask(kit.agent, requests.settings(kit.agent).orElseThrow(), request, text -> {});
  }

  private Completion ask(String message) throws InterruptedException {
    return ask(message, Map.of());
  }

  private TraceDetail traced(String turn) {
    return kit.sessions.traceReader().turn(kit.agent, ProgramRequests.SESSION, turn);
  }

  private SessionView session() {
    return kit.service().find(kit.agent, ProgramRequests.SESSION).orElseThrow();
  }

  @Test
  void aRequestIsRecordedAndPaidInASessionOfItsOwn() throws Exception {
    kit.directory.options = Map.of("temperature", "0.5", "max-tokens", "7");
    assertThat(ask("first", Map.of("top-p", "0.9")).text()).isEqualTo("otherwise");
    assertThat(ask("second").text()).isEqualTo("otherwise");

    assertThat(other.asked.take().options()).isEqualTo(Map.of("top-p", "0.9"));
    TraceCall call = traced("2").calls().getFirst();
    assertThat(call.model()).isEqualTo("other/large");
    assertThat(call.usage().output()).isEqualTo(20);
    assertThat(
            kit.sessions
                .traceReader()
                .prompt(kit.agent, ProgramRequests.SESSION, "2", call.id())
                .request())
        .contains("second");
    assertThat(session().turns()).isEqualTo(2);
    assertThat(session().usage().inputTokens()).isEqualTo(200);
    assertThat(kit.sessions.budgets().show(kit.agent, ProgramRequests.SESSION).tokens())
        .isEqualTo(240);
  }

  @Test
  void eachBudgetOfTheAgentHoldsForPrograms() throws Exception {
    Completion first = ask("hello");
    assertThat(first.text()).isNotEmpty();
    for (String scope : List.of("session", "agent", "day")) {
      kit.directory.options = Map.of("budget-" + scope + "-tokens", "300");
      assertThatExceptionOfType(BudgetException.class)
          .isThrownBy(() -> ask("hello", Map.of("max-tokens", "200")))
          .withMessageContaining("is exhausted");
    }
    kit.directory.options = Map.of("budget-day-tokens", "400");
    assertThat(ask("hello", Map.of("max-tokens", "100")).text()).isNotEmpty();
  }

  @Test
  void aFailureIsRecordedAndWhatItUsedCounts() {
    other.failure = Optional.of(ModelException.permanent("the vendor is away"));
    assertThatThrownBy(() -> ask("hello")).hasMessage("the vendor is away");

    assertThat(traced("1").calls().getFirst().error()).isEqualTo("the vendor is away");
    assertThat(session().usage().inputTokens()).isEqualTo(100);
  }

  @Test
  void aRequestEndsWithItsThreadAndWhatItUsedCounts() throws Exception {
    other.hangs = true;
    Thread program =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatThrownBy(() -> ask("hello"))
                        .isInstanceOf(InterruptedException.class));
    other.reported.await();
    program.interrupt();
    program.join();

    assertThat(session().usage().inputTokens()).isEqualTo(100);
    assertThat(traced("1").calls()).hasSize(1);
  }

  @Test
  void aModelThatCannotBeUsedLeavesNoTrace() {
    CompletionRequest request =
        new CompletionRequest("missing/large", List.of(), List.of(), Map.of());
    assertThatThrownBy(
            () ->
                requests.ask(
                    kit.agent, requests.settings(kit.agent).orElseThrow(), request, text -> {}))
        .hasMessageContaining("unknown provider");
    assertThat(kit.service().find(kit.agent, ProgramRequests.SESSION)).isEmpty();
  }

  @Test
  void theSessionOfProgramsIsNotForUsers() {
    SessionId own = ProgramRequests.SESSION;
    kit.say("hello");
    NewSession wanted = new NewSession("r1", own.value(), null, Map.of(), null, List.of());
    Instant now = kit.time.now();
    WakePlan wake =
        WakePlan.once(
            now.plus(Duration.ofHours(1)), now, "Tea.", Optional.empty(), WakePriority.NORMAL);
    List<ThrowingCallable> attempts =
        List.of(
            () -> kit.say(own, "hello"),
            () -> kit.service().rename(kit.agent, kit.session, own),
            () -> kit.sessions.wakes().schedule(kit.agent, own, wake, tx -> {}),
            () -> kit.sessions.creation().create(kit.agent, wanted, Optional.empty(), tx -> {}));

    assertThat(attempts)
        .allSatisfy(
            attempt ->
                assertThatExceptionOfType(SessionException.class)
                    .isThrownBy(attempt)
                    .withMessageContaining("belongs to the programs"));
    assertThat(kit.service().find(kit.agent, own)).isEmpty();
  }

  @Test
  void aRequestWaitsForABudgetNoLongerThanATurnTakes() throws Exception {
    kit.directory.options = Map.of("budget-agent-tokens", "300");
    other.hangs = true;
    Thread holder =
        Thread.ofVirtual()
            .start(
                () -> {
                  var unused = catchThrowable(() -> ask("hello", Map.of("max-tokens", "50")));
                });
    other.reported.await();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread waiting =
        Thread.ofPlatform()
            .start(
                () -> failure.set(catchThrowable(() -> ask("hello", Map.of("max-tokens", "50")))));
    while (waiting.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    kit.advance(Duration.ofHours(1));
    waiting.join();
    holder.interrupt();
    holder.join();

    assertThat(failure.get())
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("held its budget");
  }

  @Test
  void theSessionKeepsTheNewestRequestsAndItsOwnTurns() {
    UUID agent = kit.agent;
    kit.say("a turn");
    kit.answer(kit.lease(), "done");
    long kept =
        kit.database.write(
            tx -> {
              long key = tx.number("SELECT key AS n FROM sessions WHERE id = ?", kit.session);
              for (int i = 1; i <= 5; i++) {
                new ActivationRows(kit.time).createEnded(tx, key, agent, "program:" + i, 3);
              }
              return tx.number("SELECT count(*) AS n FROM activations WHERE session = ?", key);
            });
    assertThat(kept).isEqualTo(4);
    assertThat(plan("SELECT max(number) FROM activations WHERE session = 1 AND number IS NOT NULL"))
        .contains("activations_of_programs");
    assertThat(plan("DELETE FROM activations WHERE session = 1 AND number <= 7"))
        .contains("activations_of_programs");
  }

  private String plan(String sql) {
    return kit.database.read(
        rows -> rows.list("EXPLAIN QUERY PLAN " + sql, row -> row.text("detail")).toString());
  }
}
