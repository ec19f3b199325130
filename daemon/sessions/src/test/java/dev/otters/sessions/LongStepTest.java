package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Steps and messages that are too long for a request. */
class LongStepTest extends SessionBench {
  private static final String LONGEST = "x".repeat(1024 * 1024 - 100);

  private Activation turn;

  /** Lets the model call tools in the next step. */
  private void call(int step, int calls) {
    List<ToolCall> made =
        IntStream.range(0, calls).mapToObj(call -> new ToolCall("c" + call, "sh", "{}")).toList();
    Answer.Next next =
        kit.sessions
            .steps()
            .record(
                kit.step(turn, step),
                "scripted/guide",
                new Completion("", made, StopReason.TOOL_USE, SessionKit.USAGE));
    assertThat(next).isEqualTo(new Answer.Run(made));
  }

  private void result(int step, int call, String output) {
    kit.sessions
        .reports()
        .result(
            kit.step(turn, step), SessionKit.result("c" + call, output), UnaryOperator.identity());
  }

  private List<ChatMessage> request(int step) {
    return ((State.Ask) kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE)).messages();
  }

  @Test
  void aStepWhoseResultsExceedARequestIsReadWithShorterResults() {
    kit.say("one");
    turn = kit.lease();
    call(1, 1);
    result(1, 0, "before");
    call(2, 9);
    IntStream.range(0, 8).forEach(call -> result(2, call, LONGEST));
    result(2, 8, "short");

    List<ChatMessage> request = request(3);

    List<ChatMessage.ToolResult> results =
        request.stream()
            .filter(ChatMessage.ToolResult.class::isInstance)
            .map(ChatMessage.ToolResult.class::cast)
            .filter(result -> !result.text().contains("before"))
            .toList();
    assertThat(results)
        .extracting(ChatMessage.ToolResult::callId)
        .containsExactly("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8");
    assertThat(results.subList(0, 8))
        .allSatisfy(
            result ->
                assertThat(result.text())
                    .contains("left out by Otters")
                    .hasSizeGreaterThan(200_000));
    assertThat(results.getLast().text()).contains("short").doesNotContain("left out");
    assertThat(results.stream().mapToLong(result -> result.text().length()).sum())
        .isLessThan(Windows.MAX_REQUEST);
    assertThat(request).contains(new ChatMessage.User("one"));
    assertThat(request(3)).isEqualTo(request);
  }

  @Test
  void resultsThatTakeThreeBytesPerCharacterAreCutByTheirBytes() {
    kit.say("one");
    turn = kit.lease();
    call(1, 9);
    IntStream.range(0, 9).forEach(call -> result(1, call, "文".repeat(350_000)));

    assertThat(
            request(2).stream()
                .filter(ChatMessage.ToolResult.class::isInstance)
                .map(ChatMessage.ToolResult.class::cast)
                .mapToLong(result -> result.text().getBytes(StandardCharsets.UTF_8).length)
                .sum())
        .isBetween(1_000_000L, Windows.MAX_REQUEST);
  }

  @Test
  void aConversationThatTheModelRefusesIsHalvedForItsNextAttempts() {
    for (int old = 0; old < 10; old++) {
      kit.say("old " + "x".repeat(50_000));
      kit.answer(kit.lease(), "done");
    }
    kit.say("new");
    turn = kit.lease();
    assertThat(request(1)).hasSize(22);

    refuse(Outcome.Kind.FAILED);

    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.events(EventType.ERROR).getLast().body())
        .contains("too long. The next attempt sends at most 24")
        .contains("transient");
    kit.advance(Backoff.CAP);
    turn = kit.lease();
    assertThat(request(1)).hasSizeLessThan(12).contains(new ChatMessage.User("new"));
    kit.answer(turn, "done");
    kit.say("after");
    turn = kit.lease();
    assertThat(request(1)).hasSizeLessThan(12);
    kit.answer(turn, "done");
    kit.directory.model = "other/model";
    kit.say("with another model");
    turn = kit.lease();
    assertThat(request(1)).hasSize(26);
  }

  @Test
  void aMessageThatNoModelTakesIsShortenedUntilOneDoes() {
    kit.say(LONGEST);
    int attempts = 0;
    do {
      turn = kit.lease();
      refuse(Outcome.Kind.FAILED);
      kit.advance(Backoff.CAP);
      attempts++;
    } while (kit.view().status() == SessionStatus.RESCHEDULING);

    assertThat(attempts).isBetween(7, 10);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    kit.say("two");
    turn = kit.lease();
    assertThat(request(1).get(1).toString()).contains("left out by Otters").hasSizeLessThan(9000);
    assertThat(request(1).getLast()).isEqualTo(new ChatMessage.User("two"));
  }

  private void refuse(Outcome.Kind end) {
    Outcome.Failed failure = new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "too long. Stop.");
    assertThat(kit.sessions.steps().tooLong(kit.step(turn, 1), "too long", failure))
        .isEqualTo(new Answer.Over(end));
  }

  @Test
  void anAnswerThatComesTooLateCounts() {
    kit.say("one");
    turn = kit.lease();
    Activation lost = turn;
    kit.lose();
    turn = kit.lease();
    Completion late = new Completion("late", List.of(), StopReason.END_TURN, new Usage(100, 10));

    SessionKit.assertStale(
        () -> kit.sessions.steps().record(kit.step(lost, 1), "scripted/guide", late));
    kit.answer(turn, "done");
    assertThat(kit.view().usage()).isEqualTo(new Usage(110, 13));

    SessionKit.assertStale(
        () -> kit.sessions.steps().record(kit.step(lost, 2), "scripted/guide", late));
    SessionKit.assertStale(
        () -> kit.sessions.steps().record(kit.step(lost, 2), "scripted/guide", late));
    assertThat(kit.view().usage()).isEqualTo(new Usage(210, 23));
  }

  @Test
  void anEstimatedUsageSaysSo() {
    kit.say("one");
    turn = kit.lease();
    kit.service().interrupt(kit.agent, kit.session);
    Completion cut =
        new Completion("On", List.of(), StopReason.INTERRUPTED, Usage.estimate(400, 2));

    assertThat(kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", cut))
        .isEqualTo(new Answer.Over(Outcome.Kind.INTERRUPTED));
    assertThat(kit.view().usage()).isEqualTo(new Usage(100, 1));
    assertThat(kit.events(EventType.TURN_FINISHED).getLast().body()).contains("\"estimated\":true");
  }
}
