package dev.otters.models.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelGatewayTest {
  private static final CallKey KEY = new CallKey("a", 1, "c1");
  private static final CompletionRequest REQUEST =
      new CompletionRequest(
          "test/some/model", List.of(new ChatMessage.User("Hello")), List.of(), Map.of());

  private final TestProvider provider = new TestProvider();
  private final ModelGateway gateway = new ModelGateway(Providers.of(provider));
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<String> deltas = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    gateway.close();
    threads.shutdownNow();
  }

  /** Says one word, then waits to be let go, and says another. */
  private static final class TestProvider extends PlayedProvider {
    final AtomicInteger asked = new AtomicInteger();
    final CountDownLatch spoken = new CountDownLatch(1);
    final CountDownLatch go = new CountDownLatch(1);
    final CountDownLatch stopped = new CountDownLatch(1);
    volatile Optional<RuntimeException> failure = Optional.empty();
    volatile Optional<Usage> reported = Optional.empty();
    volatile boolean deaf;
    volatile String model = "";
    volatile String piece = "two";
    volatile Usage usage = new Usage(1, 2);
    volatile Optional<ModelException> end = Optional.empty();

    TestProvider() {
      super("test");
    }

    @Override
    public void check(String name) {
      if (name.equals("gone")) {
        throw ModelException.permanent("no such model");
      }
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
        throws InterruptedException {
      reported.ifPresent(caller.usage());
      asked.incrementAndGet();
      model = request.model();
      if (failure.isPresent()) {
        throw failure.get();
      }
      text.accept("one ");
      spoken.countDown();
      hold();
      end.ifPresent(
          failed -> {
            throw failed;
          });
      text.accept(piece);
      return new Completion("one two", List.of(), StopReason.END_TURN, usage);
    }

    private void hold() throws InterruptedException {
      while (true) {
        try {
          go.await();
          return;
        } catch (InterruptedException e) {
          stopped.countDown();
          if (!deaf) {
            throw e;
          }
        }
      }
    }
  }

  private Completion complete() throws InterruptedException {
    return ask(KEY);
  }

  private Completion ask(CallKey key) throws InterruptedException {
    return gateway.complete(key, REQUEST, Caller.UNKNOWN, deltas::add, () -> true);
  }

  private Future<Completion> begin() throws InterruptedException {
    Future<Completion> completion = threads.submit(this::complete);
    provider.spoken.await();
    return completion;
  }

  @Test
  void textStreamsAndTheWholeAnswerFollows() throws Exception {
    provider.go.countDown();
    assertThat(complete().text()).isEqualTo("one two");
    assertThat(deltas).containsExactly("one ", "two");
    assertThat(provider.model).isEqualTo("some/model");
  }

  @Test
  void theSameCallIsAskedAndPaidForOnce() throws Exception {
    Future<Completion> first = begin();
    Future<Completion> second = threads.submit(this::complete);
    provider.go.countDown();
    assertThat(first.get()).isEqualTo(second.get()).isEqualTo(complete());
    assertThat(provider.asked).hasValue(1);
    assertThat(deltas).containsExactly("one ", "two");
  }

  @Test
  void anotherCallIsAnotherCompletion() throws Exception {
    provider.go.countDown();
    complete();
    ask(new CallKey("a", 1, "c2"));
    ask(new CallKey("a", 2, "c1"));
    assertThat(provider.asked).hasValue(3);
  }

  @Test
  void aTurnHasOneCompletionAtATime() throws Exception {
    Future<Completion> running = begin();
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> ask(new CallKey("a", 1, "c2")))
        .withMessageContaining("while another one was running");
    provider.go.countDown();
    assertThat(running.get().text()).isEqualTo("one two");
    assertThat(ask(new CallKey("a", 1, "c2")).text()).isEqualTo("one two");
  }

  @Test
  void aNewAttemptEndsTheCompletionOfTheOneBefore() throws Exception {
    Future<Completion> running = begin();
    provider.go.countDown();
    ask(new CallKey("a", 2, "c1"));
    assertThat(running.get().text()).startsWith("one ");
    assertThat(provider.asked).hasValue(2);
  }

  @Test
  void anAnswerHasALongestLength() {
    provider.piece = "x".repeat(AnswerLimit.CHARACTERS);
    provider.go.countDown();
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(this::complete)
        .withMessageContaining("8 MiB")
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.PERMANENT));
  }

  @Test
  void aCompletionOutlivesTheConnectionThatAskedForIt() throws Exception {
    Future<Completion> lost = begin();
    lost.cancel(true);
    Future<Completion> again = threads.submit(this::complete);
    provider.go.countDown();
    assertThat(again.get().text()).isEqualTo("one two");
    assertThat(provider.asked).hasValue(1);
  }

  @Test
  void anInterruptEndsACompletionWithWhatWasSaid() throws Exception {
    Future<Completion> running = begin();
    gateway.interrupt("a");
    assertThat(running.get().text()).isEqualTo("one ");
    assertThat(running.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(running.get().usage()).isEqualTo(Usage.estimate(REQUEST.size(), 4));
  }

  @Test
  void anInterruptedCompletionCountsWhatTheProviderReported() throws Exception {
    provider.reported = Optional.of(new Usage(1000, 50));
    Future<Completion> running = begin();
    gateway.interrupt("a");
    assertThat(running.get().usage()).isEqualTo(new Usage(1000, 50));
  }

  @Test
  void theOutputOfAnInterruptedCompletionIsEstimatedIfItIsNotReported() throws Exception {
    provider.reported = Optional.of(new Usage(1000, 0));
    Future<Completion> running = begin();
    gateway.interrupt("a");
    assertThat(running.get().usage()).isEqualTo(new Usage(1000, 0).withOutput(1));
  }

  @Test
  void anAnswerWithoutUsageIsEstimatedAndSaysSo() throws Exception {
    provider.go.countDown();
    provider.usage = Usage.NONE;
    assertThat(complete().usage()).isEqualTo(Usage.estimate(REQUEST.size(), "one two".length()));
    provider.usage = new Usage(100, 0);
    assertThat(ask(new CallKey("a", 2, "c1")).usage()).isEqualTo(new Usage(100, 0, 0, 2, 0, true));
  }

  private List<Usage> usageOfFailure() {
    List<Usage> lost = new CopyOnWriteArrayList<>();
    Caller caller = new Caller("", _ -> {}, lost::add, Recorder.NONE);
    provider.go.countDown();
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> gateway.complete(KEY, REQUEST, caller, deltas::add, () -> true));
    return lost;
  }

  @Test
  void aBrokenAnswerCountsWhatWasReportedAndSaid() {
    provider.end = Optional.of(ModelException.permanent("the stream broke"));
    provider.reported = Optional.of(new Usage(1000, 0));
    assertThat(usageOfFailure()).containsExactly(new Usage(1000, 0).withOutput(1));
  }

  @Test
  void aBrokenAnswerWithoutReportsIsEstimated() {
    provider.end = Optional.of(ModelException.permanent("the stream broke"));
    assertThat(usageOfFailure()).containsExactly(Usage.estimate(REQUEST.size(), 4));
  }

  @Test
  void aRefusedRequestCountsNothing() {
    provider.failure = Optional.of(ModelException.permanent("no key"));
    assertThat(usageOfFailure()).isEmpty();
  }

  @Test
  void anInterruptStopsTheProvider() throws Exception {
    Future<Completion> completion = begin();
    gateway.interrupt("a");
    assertThat(completion.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(provider.stopped.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void theEndOfTheGatewayStopsTheProvider() throws Exception {
    Future<Completion> completion = begin();
    gateway.close();
    assertThat(completion.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    assertThat(provider.stopped.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anInterruptDoesNotWaitForADeafProvider() throws Exception {
    provider.deaf = true;
    Future<Completion> running = begin();
    gateway.interrupt("a");
    assertThat(running.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    provider.go.countDown();
    assertThat(complete().text()).isEqualTo("one ");
    assertThat(deltas).containsExactly("one ");
  }

  @Test
  void anInterruptLeavesOtherTurnsAlone() throws Exception {
    Future<Completion> running = begin();
    gateway.interrupt("b");
    provider.go.countDown();
    assertThat(running.get().stopReason()).isEqualTo(StopReason.END_TURN);
  }

  @Test
  void aCompletionThatBeginsAfterTheInterruptEndsAtOnce() throws Exception {
    gateway.interrupt("a");
    assertThat(complete().stopReason()).isEqualTo(StopReason.INTERRUPTED);
  }

  @Test
  void theInterruptOfAForgottenTurnDoesNotHoldForItsNextAttempt() throws Exception {
    gateway.interrupt("a");
    gateway.forget("a");
    provider.go.countDown();
    assertThat(complete().text()).isEqualTo("one two");
  }

  @Test
  void aForgottenTurnIsCancelledAndAskedAnew() throws Exception {
    Future<Completion> running = begin();
    gateway.forget("a");
    assertThat(running.get().stopReason()).isEqualTo(StopReason.INTERRUPTED);
    provider.go.countDown();
    assertThat(complete().text()).isEqualTo("one two");
    assertThat(provider.asked).hasValue(2);
  }

  @Test
  void aCompletionOfATurnThatHasEndedIsNotAskedFor() throws Exception {
    assertThat(
            gateway.complete(KEY, REQUEST, Caller.UNKNOWN, deltas::add, () -> false).stopReason())
        .isEqualTo(StopReason.INTERRUPTED);
    assertThat(provider.asked).hasValue(0);

    provider.go.countDown();
    assertThat(complete().text()).as("a completion that nothing kept").isEqualTo("one two");
  }

  @Test
  void aFailureIsPassedOnAndTheNextAskingAsksAgain() throws Exception {
    provider.failure =
        Optional.of(
            ModelException.transientFailure(
                ModelException.Reason.FAILED,
                "overloaded",
                "",
                Optional.of(Duration.ofSeconds(7))));
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(this::complete)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.TRANSIENT))
        .satisfies(e -> assertThat(e.retryAfter()).contains(Duration.ofSeconds(7)));
    provider.failure = Optional.empty();
    provider.go.countDown();
    assertThat(complete().text()).isEqualTo("one two");
  }

  @Test
  void aProviderThatBreaksIsNoModelError() {
    provider.failure = Optional.of(new IllegalArgumentException("bug"));
    assertThatIllegalStateException().isThrownBy(this::complete).withMessageContaining("bug");
  }

  @Test
  void anUnknownProviderIsToldWithTheOnesThatThereAre() {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> gateway.check("openai/gpt"))
        .withMessageContaining("\"openai\"")
        .withMessageContaining("configured: test")
        .satisfies(e -> assertThat(e.kind()).isEqualTo(ModelException.Kind.PERMANENT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "test", "/model", "test/"})
  void aModelNeedsAProviderAndAName(String model) {
    assertThatExceptionOfType(ModelException.class)
        .isThrownBy(() -> gateway.check(model))
        .withMessageContaining("provider/model");
  }

  @Test
  void aModelThatItsProviderDoesNotKnowIsToldEarly() {
    assertThatExceptionOfType(ModelException.class).isThrownBy(() -> gateway.check("test/gone"));
    gateway.check("test/there");
  }

  @Test
  void providersHaveDifferentNames() {
    assertThat(gateway.providers().names()).containsExactly("test");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Providers.of(new TestProvider(), new TestProvider()));
  }
}
