package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.session.UsageGroup;
import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceReplay;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.Price;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReplaysTest extends SessionBench {
  private final PlayedModel other = new PlayedModel();
  @AutoClose private final ModelGateway gateway = new ModelGateway(Providers.of(other));
  private Replays replays;

  @BeforeEach
  void start() {
    replays = kit.sessions.replays(gateway);
    kit.directory.blocks =
        List.of(new PromptBlock("AGENT", PromptBlock.Origin.RUNTIME, "You are an otter."));
    kit.directory.tools = List.of(new ToolSchema("sh", "a shell", ToolSchema.BIN_INPUT));
    kit.sessions.price(model -> Optional.of(new Price(1_000_000, 1_000_000, 1_000_000, 2_000_000)));
  }

  private TraceReplay replay(String turn) throws InterruptedException {
    return replay(turn, Optional.empty());
  }

  private TraceReplay replay(String turn, Optional<String> step) throws InterruptedException {
    return replays.ask(kit.agent, kit.session, turn, step, "other/large");
  }

  private State.Ask open(Activation turn, int step) {
    return (State.Ask) kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE);
  }

  private List<ChatMessage> call(Activation turn, int step, String argument) {
    List<ChatMessage> asked = open(turn, step).messages();
    ToolCall call = SessionKit.use("c" + step, step, argument).toToolCall();
    Completion completion =
        new Completion("let me see", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    Answer.Next unused =
        kit.sessions.steps().record(kit.step(turn, step), "scripted/guide", completion);
    kit.sessions
        .reports()
        .result(
            kit.step(turn, step), SessionKit.result("c" + step, "output " + step), text -> text);
    return asked;
  }

  /** Plays a turn of two completions, the first of which calls a tool; returns both requests. */
  private List<List<ChatMessage>> turn(String message) {
    kit.say(message);
    Activation turn = kit.lease();
    List<ChatMessage> first = call(turn, 1, "ls");
    kit.say("meanwhile " + message);
    List<ChatMessage> second = open(turn, 2).messages();
    kit.answer(turn, 2, "answer to " + message);
    kit.answer(kit.lease(), 1, "answer to the message meanwhile");
    return List.of(first, second);
  }

  private long used() {
    return kit.database.read(
        rows ->
            rows.number(
                "SELECT tokens AS n FROM spending WHERE agent = ? AND day = ''", kit.agent));
  }

  @Test
  void theLastRequestOfATurnGoesToTheOtherModelAsItWasSent() throws Exception {
    List<ChatMessage> sent = turn("hello").getLast();
    turn("later");

    TraceReplay replay = replay("1");

    CompletionRequest asked = other.asked.take();
    assertThat(asked.messages()).isEqualTo(sent);
    assertThat(asked.tools()).isEqualTo(kit.directory.tools);
    assertThat(asked.model()).isEqualTo("large");
    assertThat(replay.turn()).isOne();
    assertThat(replay.step()).isEqualTo("1.2");
    assertThat(replay.recorded().model()).isEqualTo("scripted/guide");
    assertThat(replay.recorded().text()).isEqualTo("answer to hello");
    assertThat(replay.recorded().usage().input()).isEqualTo(SessionKit.USAGE.inputTokens());
    assertThat(replay.replayed().model()).isEqualTo("other/large");
    assertThat(replay.replayed().text()).isEqualTo("otherwise");
    assertThat(replay.replayed().usage().output()).isEqualTo(20);
    assertThat(replay.replayed().usage().costNanos()).isEqualTo(140_000);
  }

  @Test
  void anEarlierRequestIsNamedByItsStepAndHasItsCalls() throws Exception {
    List<ChatMessage> sent = turn("hello").getFirst();
    ToolCall call = new ToolCall("x", "sh", "{\"args\":[\"pwd\"]}");
    other.answer = new Completion("", List.of(call), StopReason.TOOL_USE, PlayedModel.USED);

    TraceReplay replay = replay("1", Optional.of("1.1"));

    assertThat(other.asked.take().messages()).isEqualTo(sent);
    assertThat(replay.recorded().text()).isEqualTo("let me see");
    assertThat(replay.recorded().calls())
        .containsExactly(new TraceAnswer.Call("sh", "{\"args\":[\"ls\"]}"));
    assertThat(replay.replayed().calls())
        .containsExactly(new TraceAnswer.Call("sh", "{\"args\":[\"pwd\"]}"));
    assertThat(replay("1", Optional.of("1")).step()).isEqualTo("1.1");
  }

  private List<TraceCall> calls() {
    return kit.sessions.traceReader().turn(kit.agent, kit.session, "1").calls();
  }

  @Test
  void aReplayIsRecordedAsARequestOfItsTurn() throws Exception {
    turn("hello");
    long before = calls().size();
    TraceReplay unused = replay("1");

    assertThat(calls()).hasSize((int) before + 1);
    TraceCall call = calls().getLast();
    assertThat(call.attempt()).isZero();
    assertThat(call.model()).isEqualTo("other/large");
    assertThat(call.usage().output()).isEqualTo(20);
    TracePrompt prompt = kit.sessions.traceReader().prompt(kit.agent, kit.session, "1", call.id());
    assertThat(prompt.request()).contains("hello", "You are an otter.");
    assertThat(prompt.answer()).contains("otherwise");
    assertThat(prompt.intact()).isTrue();
    assertThat(calls().subList(0, (int) before)).noneMatch(other -> other.attempt() == 0);
  }

  @Test
  void aReplayWithoutAnAnswerIsRecordedWithItsError() {
    turn("hello");
    other.failure = Optional.of(ModelException.permanent("the vendor is away"));
    assertThatThrownBy(() -> replay("1")).hasMessage("the vendor is away");

    assertThat(calls().getLast().error()).isEqualTo("the vendor is away");
  }

  @Test
  void aReplayChangesNothingButTheLedgerAndTheSumsOfTheAgent() throws Exception {
    turn("hello");
    var events = kit.events();
    var view = kit.view();
    var budget = kit.sessions.budgets().show(kit.agent, kit.session);
    var traces = kit.sessions.traceReader().turns(kit.agent, kit.session, 10);
    long before = used();

    replay("1");

    assertThat(kit.events()).isEqualTo(events);
    assertThat(kit.view()).isEqualTo(view);
    assertThat(kit.sessions.budgets().show(kit.agent, kit.session)).isEqualTo(budget);
    assertThat(kit.sessions.traceReader().turns(kit.agent, kit.session, 10)).isEqualTo(traces);
    assertThat(used()).isEqualTo(before + 120);
    assertThat(
            kit.service()
                .usage(UsageGroup.PROVIDER, kit.time.now().minusSeconds(60), Optional.empty())
                .rows())
        .anySatisfy(
            row -> {
              assertThat(row.name()).isEqualTo("other");
              assertThat(row.outputTokens()).isEqualTo(20);
            });
    kit.say("and now?");
    assertThat(open(kit.lease(), 1).messages().toString()).doesNotContain("otherwise");
  }

  @Test
  void aTurnThatWasNotTracedIsReplayedToo() throws Exception {
    kit.directory.options = Map.of("trace", "off");
    List<ChatMessage> sent = turn("hello").getLast();

    TraceReplay replay = replay("1");

    assertThat(calls()).isEmpty();
    assertThat(other.asked.take().messages()).isEqualTo(sent);
    assertThat(replay.recorded().millis()).isNull();
    assertThat(replay.recorded().text()).isEqualTo("answer to hello");
  }

  @Test
  void theRequestAfterASummaryIsComposedWithIt() throws Exception {
    kit.directory.memory = new Memory(true, 0, 0);
    kit.turns().measure(model -> OptionalInt.of(10_000));
    Activation turn;
    int said = 0;
    do {
      kit.say("message " + ++said + " " + "x".repeat(1000));
      turn = kit.lease();
      if (kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE) instanceof State.Ask) {
        kit.answer(turn, "answer " + said);
      }
    } while (!(kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE)
        instanceof State.Summarize));
    Completion summary =
        new Completion("All of it.", List.of(), StopReason.END_TURN, SessionKit.USAGE);
    kit.sessions.steps().compaction().record(kit.step(turn, 0), "scripted/guide", summary);
    List<ChatMessage> sent = open(turn, 1).messages();
    kit.answer(turn, "done");
    kit.say("later");
    kit.answer(kit.lease(), "done");

    replay(Integer.toString(said));

    assertThat(other.asked.take().messages()).isEqualTo(sent);
    assertThat(sent.toString()).contains("All of it.");
  }

  @Test
  void anExhaustedBudgetOfTheAgentRefusesAReplay() {
    turn("hello");
    kit.directory.options = Map.of("budget-agent-tokens", "100");

    assertThatExceptionOfType(BudgetException.class)
        .isThrownBy(() -> replay("1"))
        .withMessageStartingWith("the token budget of the agent is exhausted");

    assertThat(other.asked).isEmpty();
  }

  @Test
  void theBudgetOfTheSessionIsForItsTurns() throws Exception {
    turn("hello");
    kit.directory.options = Map.of("budget-session-tokens", "1");

    assertThat(replay("1").replayed().text()).isEqualTo("otherwise");
  }

  private void with(String model) throws InterruptedException {
    TraceReplay unused = replays.ask(kit.agent, kit.session, "1", Optional.empty(), model);
  }

  @Test
  void aModelThatCannotBeUsedIsRefused() {
    turn("hello");
    assertThatThrownBy(() -> with("missing/large"))
        .hasMessageContaining("unknown provider \"missing\"");
    assertThatThrownBy(() -> with("other/none")).hasMessage("other has no model none");
    assertThatThrownBy(() -> with("large")).hasMessageContaining("not of the form provider/model");
  }

  @Test
  void whatWasNeverAskedIsRefused() {
    turn("hello");
    kit.say("waits");
    assertThatThrownBy(() -> replay("9")).hasMessageContaining("has no turn 9");
    assertThatThrownBy(() -> replay("3")).hasMessage("the turn has not started yet");
    assertThatThrownBy(() -> replay("1", Optional.of("4")))
        .isInstanceOf(SessionException.class)
        .hasMessage("the turn has no request 1.4");
    assertThatThrownBy(() -> replay("1", Optional.of("7.1")))
        .hasMessage("the turn has no request 7.1");
    assertThatThrownBy(() -> replay("1", Optional.of("last")))
        .hasMessage("the step 'last' is not a number such as 2 or 1.2");
    SessionId removed = new SessionId("removed");
    assertThatThrownBy(() -> replays.ask(kit.agent, removed, "1", Optional.empty(), "other/large"))
        .hasMessage("session removed not found");
    assertThat(other.asked).isEmpty();
  }

  @Test
  void aRejectedAnswerIsTheAnswerToItsRequest() throws Exception {
    String schema = "{\"type\":\"object\"}";
    long unused =
        kit.service()
            .append(
                kit.agent,
                kit.session,
                new NewMessage("s1", "count", List.of(), Optional.of(schema), Optional.empty()),
                tx -> {});
    Activation turn = kit.lease();
    propose(turn, 1, "[1]");
    List<ChatMessage> sent = open(turn, 2).messages();
    propose(turn, 2, "{}");

    assertThat(replay("1", Optional.of("1")).recorded().text()).isEqualTo("[1]");
    assertThat(other.asked.take().messages().toString()).contains(schema);
    assertThat(replay("1").recorded().text()).isEqualTo("{}");
    assertThat(other.asked.take().messages()).containsAll(sent);
  }

  private void propose(Activation turn, int step, String text) {
    assertThat(open(turn, step).schema()).isPresent();
    Completion answer = new Completion(text, List.of(), StopReason.END_TURN, SessionKit.USAGE);
    Answer.Next unused =
        kit.sessions.steps().propose(kit.step(turn, step), "scripted/guide", answer);
  }

  @Test
  void aFailedRequestIsShownWithItsFailure() throws Exception {
    kit.say("hello");
    Activation turn = kit.lease();
    List<ChatMessage> sent = open(turn, 1).messages();
    kit.fail(turn, Outcome.ErrorKind.PERMANENT);

    TraceReplay replay = replay("1");

    assertThat(replay.recorded().error()).isEqualTo("it broke");
    assertThat(replay.recorded().text()).isEmpty();
    assertThat(other.asked.take().messages()).isEqualTo(sent);
  }

  @Test
  void whatAFailedReplayUsedCounts() {
    turn("hello");
    long before = used();
    other.failure = Optional.of(ModelException.permanent("the vendor is away"));

    assertThatThrownBy(() -> replay("1")).hasMessage("the vendor is away");

    assertThat(used()).isEqualTo(before + 105);
  }

  @Test
  void anAnswerThatNeverEndsIsCutAtTheLimitOfTheTurn() throws Exception {
    turn("hello");
    other.hangs = true;
    Thread clock =
        Thread.ofVirtual()
            .start(
                () -> {
                  assertThatCode(other.reported::await).doesNotThrowAnyException();
                  kit.advance(FakeDirectory.TURN_LIMIT);
                });

    TraceReplay replay = replay("1");

    clock.join();
    assertThat(replay.replayed().error()).contains("longer than the limit of the turn");
    assertThat(replay.replayed().usage().input()).isEqualTo(100);
  }

  @Test
  void whatAnInterruptedReplayUsedCounts() throws Exception {
    turn("hello");
    long before = used();
    other.hangs = true;
    Thread asking =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatExceptionOfType(InterruptedException.class)
                        .isThrownBy(() -> replay("1")));
    other.reported.await();

    asking.interrupt();
    asking.join();

    assertThat(used()).isEqualTo(before + 105);
  }
}
