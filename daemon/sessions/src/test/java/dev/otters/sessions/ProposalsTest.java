package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProposalsTest extends SessionBench {
  private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"n\"]}";
  private static final String RIGHT = "{\"n\": 1}";
  private static final String WRONG = "{\"m\": 1}";
  private static final String MODEL = "acme/large";
  private static final Answer.Run AGAIN = new Answer.Run(List.of());
  private static final Answer.Over ANSWERED = new Answer.Over(Outcome.Kind.ANSWERED);
  private static final Answer.Over FAILED = new Answer.Over(Outcome.Kind.FAILED);

  private Activation turn;

  @BeforeEach
  void ask() {
    say("s1", SCHEMA);
    turn = kit.lease();
  }

  private void say(String id, String schema) {
    long seq =
        kit.service()
            .append(
                kit.agent,
                kit.session,
                new NewMessage(id, "count", List.of(), Optional.of(schema), Optional.empty()),
                tx -> {});
    assertThat(seq).isPositive();
  }

  private State open(int number) {
    return kit.sessions.steps().open(kit.step(turn, number), Long.MAX_VALUE);
  }

  private Answer.Next propose(int number, String text) {
    return propose(number, new Completion(text, List.of(), StopReason.END_TURN, SessionKit.USAGE));
  }

  private Answer.Next propose(int number, Completion completion) {
    assertThat(open(number))
        .isInstanceOfSatisfying(State.Ask.class, ask -> assertThat(ask.schema()).contains(SCHEMA));
    return kit.sessions.steps().propose(kit.step(turn, number), MODEL, completion);
  }

  private List<String> newest(int events) {
    List<String> types = kit.types();
    return types.subList(types.size() - events, types.size());
  }

  @Test
  void anAnswerThatMatchesIsTheAnswerOfTheTurn() {
    assertThat(propose(1, RIGHT)).isEqualTo(ANSWERED);
    assertThat(newest(5))
        .containsExactly(
            "session.status_changed",
            "agent.proposed",
            "agent.message",
            "turn.finished",
            "session.status_changed");
    kit.say("And now?");
    turn = kit.lease();
    State.Ask next = (State.Ask) open(1);
    assertThat(next.schema()).isEmpty();
    assertThat(next.messages().subList(1, 4))
        .containsExactly(
            new ChatMessage.User("count"),
            new ChatMessage.Assistant(RIGHT, List.of()),
            new ChatMessage.User("And now?"));
  }

  @Test
  void theModelReadsWhatIsWrongWithItsAnswerAndAnswersAgain() {
    assertThat(propose(1, WRONG)).isEqualTo(AGAIN);
    assertThat(open(1)).isEqualTo(new State.Known(AGAIN));
    assertThat(((State.Ask) open(2)).messages().subList(2, 4))
        .containsExactly(
            new ChatMessage.Assistant(WRONG, List.of()),
            new ChatMessage.User(
                "[A note from Otters, not from the user] Your answer does not match the JSON"
                    + " Schema: required property 'n' not found. Answer again, with one JSON"
                    + " document that matches the schema and nothing else."));
    assertThat(propose(2, RIGHT)).isEqualTo(ANSWERED);
    assertThat(kit.view().usage().inputTokens()).isEqualTo(20);
    kit.say("And now?");
    turn = kit.lease();
    assertThat(((State.Ask) open(1)).messages())
        .hasSize(6)
        .contains(new ChatMessage.Assistant(WRONG, List.of()));
  }

  @Test
  void toolsAreCalledBeforeTheAnswer() {
    ToolCall call = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");
    Completion calls =
        new Completion("Well.", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    assertThat(propose(1, calls)).isEqualTo(new Answer.Run(List.of(call)));
    kit.sessions.reports().result(kit.step(turn, 1), SessionKit.result("c1", "x"), identity());
    assertThat(propose(2, WRONG)).isEqualTo(AGAIN);
    assertThat(propose(3, calls)).isEqualTo(new Answer.Run(List.of(call)));
    kit.sessions.reports().result(kit.step(turn, 3), SessionKit.result("c1", "y"), identity());
    assertThat(propose(4, RIGHT)).isEqualTo(ANSWERED);
  }

  @Test
  void theThirdRejectedAnswerFailsTheTurnAndStaysReadable() {
    assertThat(propose(1, WRONG)).isEqualTo(AGAIN);
    assertThat(propose(2, "Sorry.")).isEqualTo(AGAIN);
    assertThat(propose(3, "[]")).isEqualTo(FAILED);
    assertThat(kit.events(EventType.ERROR))
        .singleElement()
        .extracting(event -> event.body())
        .asString()
        .contains(
            "3 answers of the model did not match the schema; the last: array found, object"
                + " expected. Simplify the schema, or choose another model.");
    assertThat(kit.events(EventType.PROPOSED).getLast().body()).contains("\"text\":\"[]\"");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);

    say("s2", SCHEMA);
    turn = kit.lease();
    assertThat(propose(1, WRONG)).isEqualTo(AGAIN);
    assertThat(propose(2, RIGHT)).isEqualTo(ANSWERED);
  }

  @Test
  void theNewestMessageDecidesWhetherTheAnswerHasASchema() {
    propose(1, WRONG);
    propose(2, WRONG);
    propose(3, WRONG);
    kit.say("Then say it in words.");
    turn = kit.lease();
    assertThat(((State.Ask) open(1)).schema()).isEmpty();
    kit.answer(turn, "One.");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @ParameterizedTest
  @CsvSource({"REFUSED, I will not.", "MAX_TOKENS, {\"n\":", "MAX_TOKENS, ''"})
  void anAnswerThatIsRefusedOrCutDoesNotMatch(StopReason reason, String text) {
    assertThat(propose(1, new Completion(text, List.of(), reason, SessionKit.USAGE)))
        .isEqualTo(AGAIN);
  }

  @Test
  void theCallsOfARefusalDoNotRun() {
    List<ToolCall> calls = List.of(new ToolCall("c1", "sh", "{}"));
    Completion refused = new Completion("No.", calls, StopReason.REFUSED, SessionKit.USAGE);
    assertThat(propose(1, refused)).isEqualTo(AGAIN);
    assertThat(kit.types()).doesNotContain("agent.tool_use", "agent.message");
  }

  @Test
  void aTurnWithoutAnAnswerFails() {
    for (int step = 1; step <= FakeDirectory.MAX_ITERATIONS; step++) {
      ToolCall call = new ToolCall("c" + step, "sh", "{}");
      propose(step, new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE));
      kit.sessions
          .reports()
          .result(kit.step(turn, step), SessionKit.result(call.id(), "x"), identity());
    }
    assertThat(open(FakeDirectory.MAX_ITERATIONS + 1)).isEqualTo(new State.Known(FAILED));
    assertThat(kit.events(EventType.ERROR).getLast().body()).contains("(CONFIG max-iterations)");
  }

  @ParameterizedTest
  @ValueSource(strings = {RIGHT, WRONG})
  void anAnswerIsPaidForOnceWhenTheDaemonDiesBeforeItIsChecked(String text) {
    crashOnVerdict(text);
    kit.restart(Set.of(kit.agent));
    check(text);
    assertThat(kit.view().usage().inputTokens()).isEqualTo(text.equals(RIGHT) ? 10 : 20);
  }

  @ParameterizedTest
  @ValueSource(strings = {RIGHT, WRONG})
  void theNextAttemptChecksTheAnswerOfTheLastOne(String text) {
    crashOnVerdict(text);
    kit.lose();
    turn = kit.lease();
    assertThat(turn.fence()).isEqualTo(2);
    if (text.equals(RIGHT)) {
      assertThat(open(1)).isEqualTo(new State.Known(ANSWERED));
    } else {
      assertThat(((State.Ask) open(1)).messages())
          .contains(new ChatMessage.Assistant(WRONG, List.of()));
      assertThat(propose(1, RIGHT)).isEqualTo(ANSWERED);
      assertThat(kit.events(EventType.REJECTED)).hasSize(1);
    }
  }

  private void check(String text) {
    if (text.equals(RIGHT)) {
      assertThat(open(1)).isEqualTo(new State.Known(ANSWERED));
    } else {
      assertThat(open(1)).isEqualTo(new State.Known(AGAIN));
      assertThat(propose(2, RIGHT)).isEqualTo(ANSWERED);
    }
    assertThat(kit.events(EventType.PROPOSED)).hasSize(text.equals(RIGHT) ? 1 : 2);
  }

  /** Stores an answer, and breaks before anything comes of it. */
  private void crashOnVerdict(String text) {
    kit.database.update(
        tx ->
            tx.execute(
                "CREATE TRIGGER crash BEFORE INSERT ON events WHEN NEW.type <>"
                    + " 'agent.proposed' BEGIN SELECT RAISE(ABORT, 'crash'); END"));
    assertThatThrownBy(() -> propose(1, text)).isInstanceOf(StoreException.class);
    kit.database.update(tx -> tx.execute("DROP TRIGGER crash"));
  }

  @Test
  void aMessageWithARefusedSchemaIsNotStored() {
    SessionId other = new SessionId("other");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(
            () ->
                kit.service()
                    .append(
                        kit.agent,
                        other,
                        new NewMessage(
                            "x", "Hi", List.of(), Optional.of("{\"type\": 1}"), Optional.empty()),
                        tx -> {}))
        .withMessageStartingWith("the schema is not valid: /type: ");
    assertThat(kit.service().find(kit.agent, other)).isEmpty();
  }

  @Test
  void aSchemaLastsAsLongAsTheContextsThatNameIt() {
    kit.database.update(Contexts::sweep);
    assertThat(((State.Ask) open(1)).schema()).contains(SCHEMA);
    assertThat(propose(1, RIGHT)).isEqualTo(ANSWERED);
  }
}
