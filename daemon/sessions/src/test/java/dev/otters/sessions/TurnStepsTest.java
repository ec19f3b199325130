package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Thinking;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.PromptBlock.Origin;
import dev.otters.sessions.conversation.ToolResultText;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.running.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnStepsTest extends SessionBench {
  private static final ToolCall CALL = new ToolCall("c1", "sh", "{ \"args\" : [\"ls\", 1] }");
  private static final ToolCall BROKEN = new ToolCall("c2", "sh", "{\"args\": [\u0001");

  private Activation turn;

  @BeforeEach
  void lease() {
    kit.directory.blocks =
        List.of(
            new PromptBlock("AGENT", Origin.RUNTIME, "## AGENT\n\nYou are bob."),
            new PromptBlock("SOUL", Origin.CONTEXT, "## SOUL\n\nBe brief."));
    kit.directory.tools = List.of(new ToolSchema("sh", "A shell.", "{\"type\":\"object\"}"));
    kit.say("one");
    turn = kit.lease();
  }

  private State open(int number) {
    return kit.sessions.steps().open(kit.step(turn, number), Long.MAX_VALUE);
  }

  private State.Ask ask(int number) {
    return (State.Ask) open(number);
  }

  private Answer.Next record(int number, Completion completion) {
    return kit.sessions.steps().record(kit.step(turn, number), "scripted/guide", completion);
  }

  private static Completion calls(ToolCall... calls) {
    return new Completion("Well.", List.of(calls), StopReason.TOOL_USE, new Usage(10, 3));
  }

  private void result(int number, String call) {
    kit.sessions
        .reports()
        .result(kit.step(turn, number), SessionKit.result(call, "out of " + call), identity());
  }

  private static void assertInvalid(ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.INVALID));
  }

  @Test
  void theRequestHasThePromptTheToolsAndTheConversation() {
    assertThat(ask(1).messages())
        .containsExactly(
            new ChatMessage.System("## AGENT\n\nYou are bob.\n\n---\n\n## SOUL\n\nBe brief."),
            new ChatMessage.User("one"));
    assertThat(ask(1).tools()).isEqualTo(kit.directory.tools);
    assertThat(ask(1).context().settings().model()).isEqualTo("scripted/guide");
  }

  @Test
  void anAnswerIsKnownFromTheMomentItIsStored() {
    assertThat(record(1, calls(CALL, BROKEN))).isEqualTo(new Answer.Run(List.of(CALL, BROKEN)));

    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Run(List.of(CALL, BROKEN))));
    assertInvalid(() -> open(2));
    result(1, "c1");
    assertInvalid(() -> open(2));
    result(1, "c2");
    result(1, "c2");
    assertThat(ask(2).messages().subList(2, 5))
        .containsExactly(
            new ChatMessage.Assistant("Well.", List.of(CALL, BROKEN)),
            ToolResultText.message(SessionKit.result("c1", "out of c1")),
            ToolResultText.message(SessionKit.result("c2", "out of c2")));
    assertInvalid(() -> open(4));
  }

  @Test
  void theThinkingOfAStepGoesBackToItsModel() {
    Completion thought =
        new Completion(
            "", List.of(CALL, BROKEN), StopReason.TOOL_USE, SessionKit.USAGE, Optional.of("[1]"));
    record(1, thought);
    result(1, "c1");
    result(1, "c2");

    ChatMessage.Assistant step = (ChatMessage.Assistant) ask(2).messages().get(2);
    assertThat(step.toolCalls()).containsExactly(CALL, BROKEN);
    assertThat(step.thinking()).contains(new Thinking("scripted/guide", "[1]"));
  }

  @Test
  void whatAnAnswerThatBrokeOffUsedIsCountedOnce() {
    for (int time = 0; time < 2; time++) {
      kit.sessions.steps().lost(kit.step(turn, 1), 0, "a/b", SessionKit.USAGE);
      kit.sessions.steps().lost(kit.step(turn, 1), 1, "a/c", Usage.NONE);
    }

    assertThat(kit.sessions.budgets().show(kit.agent, kit.session).tokens()).isEqualTo(13);
    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM ledger")))
        .isOne();
    Outcome.Failed failure = new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "it broke");
    Answer.Next unused =
        kit.sessions.steps().failed(kit.step(turn, 1), failure, "a/b", SessionKit.USAGE);
    assertThat(kit.sessions.budgets().show(kit.agent, kit.session).tokens()).isEqualTo(26);
  }

  @Test
  void theSameRequestIsRebuiltAfterARestart() {
    record(1, calls(CALL, BROKEN));
    result(1, "c1");
    result(1, "c2");
    State.Ask before = ask(2);

    kit.restart(Set.of(kit.agent));

    State.Ask after = ask(2);
    assertThat(after.messages()).isEqualTo(before.messages());
    assertThat(after.tools()).isEqualTo(before.tools());
    assertThat(after.context()).isEqualTo(before.context());
  }

  @Test
  void nothingThatChangesDuringAnAttemptReachesIt() {
    State.Ask before = ask(1);

    kit.directory.model = "other/model";
    kit.directory.options = Map.of("temperature", "1");
    kit.directory.blocks = List.of();
    kit.directory.tools = List.of();

    assertThat(ask(1).messages()).isEqualTo(before.messages());
    assertThat(ask(1).tools()).isEqualTo(before.tools());
    assertThat(ask(1).context()).isEqualTo(before.context());
    kit.fail(turn, Outcome.ErrorKind.TRANSIENT);
    kit.advance(Backoff.CAP);
    turn = kit.lease();
    assertThat(ask(1).context().settings().model()).isEqualTo("other/model");
  }

  @Test
  void textsThatNoContextNamesAreRemovedAtTheNextStart() {
    assertThat(texts()).isPositive();
    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, kit.agent));

    kit.restart(Set.of());

    assertThat(texts()).isZero();
  }

  private long texts() {
    return kit.database.read(rows -> rows.number("SELECT count(*) AS n FROM blobs"));
  }

  @Test
  void callsWithTheSameIdAreToldApart() {
    ToolCall same = new ToolCall("c1", "sh", "{}");
    ToolCall second = new ToolCall("c1-2", "sh", "{}");

    assertThat(record(1, calls(CALL, same))).isEqualTo(new Answer.Run(List.of(CALL, second)));
    result(1, "c1");
    result(1, "c1-2");
    assertThat(ask(2).messages()).hasSize(5);
  }

  @Test
  void aResultNeedsACallAndHasALimit() {
    record(1, calls(CALL));
    String huge = "x".repeat(1024 * 1024 + 1);
    EventBody.ToolResult result = SessionKit.result("c1", huge);

    assertInvalid(() -> result(1, "c9"));
    assertInvalid(() -> result(2, "c1"));
    assertInvalid(() -> kit.sessions.reports().result(kit.step(turn, 1), result, identity()));
    SessionKit.assertStale(
        () ->
            kit.sessions
                .reports()
                .result(
                    new Step(kit.agent, turn.id(), turn.fence() + 1, 1),
                    SessionKit.result("c1", ""),
                    identity()));
  }

  @Test
  void theUsageOfAllAttemptsIsCounted() {
    record(1, calls(CALL));
    kit.fail(turn, Outcome.ErrorKind.TRANSIENT);
    kit.advance(Backoff.CAP);
    turn = kit.lease();
    record(1, calls(CALL));
    record(1, calls(CALL));
    result(1, "c1");

    record(2, new Completion("done", List.of(), StopReason.END_TURN, new Usage(1, 1)));

    assertThat(kit.view().usage()).isEqualTo(new Usage(21, 7));
  }

  @Test
  void anAnswerThatComesWhenItsAttemptHasEndedIsCounted() {
    kit.ack(turn, new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, "the runtime gave up"));

    Completion answer = new Completion("late", List.of(), StopReason.END_TURN, SessionKit.USAGE);
    Answer.Next unused = kit.sessions.steps().record(kit.step(turn, 1), "a/b", answer);

    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM ledger")))
        .isOne();
    assertThat(kit.types()).doesNotContain("agent.message");
  }

  @Test
  void aTurnWhoseAttemptsUsedUpTheirCompletionsEndsAndTheSessionGoesOn() {
    for (int attempt = 1; attempt <= 10 * FakeDirectory.MAX_ITERATIONS; attempt++) {
      record(1, calls(CALL));
      kit.fail(turn, Outcome.ErrorKind.TRANSIENT);
      kit.advance(Backoff.CAP);
      turn = kit.lease();
    }

    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Over(Outcome.Kind.ANSWERED)));
    kit.say("two");
    turn = kit.lease();
    assertThat(ask(1).messages().getLast()).isEqualTo(new ChatMessage.User("two"));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '[The model refused to answer.]'",
    "I cannot., 'I cannot.\n\n[The model refused to answer.]'"
  })
  void aRefusalIsShownAsOneAndItsCallsDoNotRun(String said, String shown) {
    Completion refusal = new Completion(said, List.of(CALL), StopReason.REFUSED, new Usage(1, 1));

    assertThat(record(1, refusal)).isEqualTo(new Answer.Over(Outcome.Kind.ANSWERED));

    assertThat(kit.events(EventType.AGENT_MESSAGE))
        .extracting(event -> Bodies.read(event.body()).path("text").asString())
        .containsExactly(shown);
    assertThat(kit.events(EventType.TOOL_USE)).isEmpty();
  }

  @Test
  void anAnswerThatWasCutByAShutdownIsNotStored() {
    Completion cut = new Completion("Once up", List.of(), StopReason.INTERRUPTED, Usage.NONE);

    SessionKit.assertStale(() -> record(1, cut));
    kit.service().interrupt(kit.agent, kit.session);

    assertThat(record(1, cut)).isEqualTo(new Answer.Over(Outcome.Kind.INTERRUPTED));
    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Over(Outcome.Kind.INTERRUPTED)));
  }
}
