package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.log.Backoff;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests stay within the limit that the model's context gives, whatever fills them. */
class RequestLimitTest extends SessionBench {
  private static final long LIMIT = 30_000;

  static long size(List<ChatMessage> messages) {
    return messages.stream().mapToLong(RequestLimitTest::size).sum();
  }

  private static long size(ChatMessage message) {
    return switch (message) {
      case ChatMessage.System(String text) -> bytes(text);
      case ChatMessage.User(String text, _) -> bytes(text);
      case ChatMessage.Assistant(String text, List<ToolCall> calls, _) ->
          bytes(text) + calls.stream().mapToLong(call -> bytes(call.argumentsJson())).sum();
      case ChatMessage.ToolResult result -> bytes(result.text());
    };
  }

  private static long bytes(String text) {
    return text.getBytes(UTF_8).length;
  }

  private void work(Activation turn, int step, String output) {
    kit.append(turn, SessionKit.use("c" + step, step, "ls"), SessionKit.result("c" + step, output));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "文", "\n"})
  void aLongMessageAndALongTurnShareTheLimit(String letter) {
    kit.turns().measure(model -> OptionalInt.of(10_000));
    String task = "task " + letter.repeat(25_000 / (int) bytes(letter)) + " end";
    kit.say(task);
    Activation turn = kit.lease();
    for (int step = 1; step <= 30; step++) {
      work(turn, step, letter.repeat(3000 / (int) bytes(letter)));
      List<ChatMessage> conversation = kit.conversation(turn).messages();

      assertThat(size(conversation)).isBetween(LIMIT / 8, LIMIT);
      assertThat(conversation.getFirst().toString()).contains("text=task ").contains(" end,");
      assertThat(conversation.getLast()).isInstanceOf(ChatMessage.ToolResult.class);
    }
  }

  @Test
  void aThousandMessagesAndALongTurnShareTheLimit() {
    kit.turns().measure(model -> OptionalInt.of(10_000));
    for (int message = 0; message < 1000; message++) {
      kit.say("message " + message + " " + "x".repeat(100));
    }
    Activation turn = kit.lease();
    for (int step = 1; step <= 10; step++) {
      work(turn, step, "x".repeat(3000));
    }

    assertThat(size(kit.conversation(turn).messages())).isLessThanOrEqualTo(LIMIT);
    assertThat(kit.conversation(turn).messages().toString()).contains("message 999 ");
  }

  @Test
  void aCallWithMoreInputThanARequestIsShortened() {
    kit.turns().measure(model -> OptionalInt.of(10_000));
    kit.say("work");
    Activation turn = kit.lease();
    ToolCall call = SessionKit.use("c1", 1, "x".repeat(100_000)).toToolCall();
    Completion completion =
        new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE);
    assertThat(kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion))
        .isEqualTo(new Answer.Run(List.of(call)));
    kit.sessions
        .reports()
        .result(kit.step(turn, 1), SessionKit.result("c1", "the output"), UnaryOperator.identity());

    List<ChatMessage> conversation = kit.conversation(turn).messages();

    assertThat(size(conversation)).isLessThan(LIMIT);
    assertThat(conversation.get(1).toString())
        .contains("{\"args\":[")
        .contains("left out by Otters");
    assertThat(conversation.getLast().toString()).contains("the output");
  }

  @Test
  void theRecoveryNoteIsShortAndStaysWhenTheTurnLeavesItsCallBehind() {
    kit.turns().measure(model -> OptionalInt.of(10_000));
    kit.say("work");
    Activation lost = kit.lease();
    kit.append(
        lost,
        SessionKit.use("c1", 1, "rm", "x".repeat(5000)),
        SessionKit.use("c2", 1, "date"),
        SessionKit.result("c2", "now"));
    kit.lose();
    Activation turn = kit.lease();
    for (int step = 1; step <= 15; step++) {
      work(turn, step, "x".repeat(3000));
    }

    State.Ask ask = (State.Ask) kit.sessions.steps().open(kit.step(turn, 16), Long.MAX_VALUE);

    String note =
        ask.messages().stream()
            .filter(message -> message.toString().contains("[A note from Otters"))
            .findFirst()
            .orElseThrow()
            .toString();
    assertThat(note).contains("sh {\"args\":[\"rm\"").doesNotContain("date").hasSizeLessThan(4096);
    assertThat(size(ask.messages())).isLessThanOrEqualTo(LIMIT + 100);
  }

  @Test
  void theRecoveryNoteCountsTheCallsThatItDoesNotName() {
    kit.say("work");
    Activation lost = kit.lease();
    for (int call = 1; call <= 30; call++) {
      kit.append(lost, SessionKit.use("c" + call, 1, "call " + call));
    }
    kit.lose();

    assertThat(kit.note(kit.lease()))
        .contains("10 others; sh {\"args\":[\"call 11\"]")
        .contains("call 30");
  }

  @Test
  void aSessionSendsMoreAgainManyTurnsAfterItsModelRefused() {
    for (int old = 0; old < 10; old++) {
      kit.say("old " + "x".repeat(50_000));
      kit.answer(kit.lease(), "done");
    }
    kit.say("new");
    Activation turn = kit.lease();
    assertThat(old(turn)).isEqualTo(10);
    Outcome.Failed failure = new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "too long. Stop.");
    assertThat(kit.sessions.steps().tooLong(kit.step(turn, 1), "too long", failure))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));
    kit.advance(Backoff.CAP);
    turn = kit.lease();
    assertThat(old(turn)).isLessThan(5);
    kit.answer(turn, "done");

    for (int next = 1; next <= 3 * Windows.TURNS_TO_DOUBLE; next++) {
      kit.say("short");
      kit.answer(kit.lease(), "done");
    }

    kit.say("last");
    assertThat(old(kit.lease())).isEqualTo(10);
  }

  @Test
  void aSessionSendsLessAfterARefusalHoweverManyTurnsItHad() {
    for (int turn = 0; turn < 3 * Windows.TURNS_TO_DOUBLE; turn++) {
      kit.say("short");
      kit.answer(kit.lease(), "done");
    }
    for (int old = 0; old < 10; old++) {
      kit.say("old " + "x".repeat(50_000));
      kit.answer(kit.lease(), "done");
    }
    kit.say("new");
    Activation turn = kit.lease();
    Outcome.Failed failure = new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "too long. Stop.");

    assertThat(kit.sessions.steps().tooLong(kit.step(turn, 1), "too long", failure))
        .isEqualTo(new Answer.Over(Outcome.Kind.FAILED));

    kit.advance(Backoff.CAP);
    assertThat(old(kit.lease())).isLessThan(5);
  }

  private long old(Activation turn) {
    return kit.conversation(turn).messages().stream()
        .filter(message -> message.toString().contains("old "))
        .count();
  }
}
