package dev.otters.cli.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.session.EventType;
import dev.otters.cli.testing.Given;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurnReaderTest {
  private final StringBuilder seen = new StringBuilder();
  private final TurnReader reader =
      new TurnReader("coder", "s", "mine", new Recorder(), (_, _) -> {});
  private long seq;

  private final class Recorder implements TurnDisplay {
    @Override
    public void text(String piece) {
      seen.append(piece);
    }

    @Override
    public void endOfText() {
      seen.append("|");
    }

    @Override
    public void restarted() {
      seen.append("<again>");
    }

    @Override
    public void toolStarted(ToolCall call) {
      seen.append("[").append(call.commandLine()).append("]");
    }

    @Override
    public void toolFinished(ToolCall call) {
      seen.append("{").append(call.exitCode()).append("}");
    }

    @Override
    public void note(String text) {
      seen.append("(").append(text).append(")");
    }
  }

  private void event(String turn, EventType type, Map<String, Object> body) {
    reader.event(Given.event(++seq, turn, type, body));
  }

  private void start() {
    event("t", EventType.TURN_STARTED, Map.of("messages", List.of("mine"), "attempt", 1));
  }

  private void say(String text) {
    event("t", EventType.AGENT_MESSAGE, Map.of("text", text));
  }

  private void finish(String outcome) {
    event(
        "t",
        EventType.TURN_FINISHED,
        Map.of("outcome", outcome, "usage", Map.of("inputTokens", 3)));
  }

  @Test
  void anAnswerIsShownOnceAsItComes() {
    start();
    reader.delta("Hello ");
    reader.delta("world.");
    say("Hello world.");
    finish("answered");
    assertThat(seen).hasToString("Hello world.|");
    assertThat(reader.finished()).isTrue();
    assertThat(reader.result().answer()).isEqualTo("Hello world.");
    assertThat(reader.result().usage()).containsEntry("inputTokens", 3);
  }

  @Test
  void whatAMessageWaitsForIsSaidOnceBeforeItsTurn() {
    reader.note("of another turn");
    reader.waiting("waiting");
    reader.waiting("waiting");
    start();
    reader.waiting("late");
    say("Hello.");
    assertThat(seen.toString().split("waiting", -1)).hasSize(2);
    assertThat(seen.toString()).endsWith("Hello.|").doesNotContain("another", "late");
  }

  @Test
  void whatTheDurableAnswerHasMoreIsAdded() {
    start();
    reader.delta("Hel");
    say("Hello.");
    finish("answered");
    assertThat(seen).hasToString("Hello.|");
  }

  @Test
  void anAnswerWithoutDeltasIsShown() {
    start();
    say("Hello.");
    finish("answered");
    assertThat(seen).hasToString("Hello.|");
  }

  @Test
  void aSnapshotAddsOnlyWhatWasNotShown() {
    start();
    reader.delta("one two");
    reader.snapshot("one two three");
    reader.snapshot("one two");
    reader.delta(" three four");
    say("one two three four");
    finish("answered");
    assertThat(seen).hasToString("one two three four|");
  }

  @Test
  void aTextThatIsWrittenAnewAndIsTheSameIsNotShownAgain() {
    start();
    reader.delta("one two three");
    reader.restarted();
    reader.delta("one ");
    reader.delta("two three four");
    say("one two three four");
    finish("answered");
    assertThat(seen).hasToString("one two three four|");
  }

  @Test
  void aTextThatBecomesShorterBeginsAgain() {
    start();
    reader.delta("one two");
    reader.restarted();
    say("one");
    finish("answered");
    assertThat(seen).hasToString("one two<again>one|");
  }

  @Test
  void aRestartedAnswerBeginsAgain() {
    start();
    reader.delta("wrong");
    reader.restarted();
    reader.delta("right");
    say("right");
    finish("answered");
    assertThat(seen).hasToString("wrong<again>right|");
    assertThat(reader.result().answer()).isEqualTo("right");
  }

  @Test
  void anAnswerThatContradictsWhatWasShownBeginsAgain() {
    start();
    reader.delta("wrong");
    say("right");
    finish("answered");
    assertThat(seen).hasToString("wrong<again>right|");
  }

  @Test
  void textBetweenToolCallsIsNotTheAnswer() {
    start();
    reader.delta("Let me see.");
    event("t", EventType.AGENT_MESSAGE, Map.of("text", "Let me see.", "partial", true));
    event(
        "t",
        EventType.TOOL_USE,
        Map.of("call", "c1", "name", "sh", "args", List.of("-c", "it's"), "step", 1));
    event(
        "t",
        EventType.TOOL_RESULT,
        Map.of(
            "call",
            "c1",
            "exitCode",
            2,
            "stdout",
            "o",
            "stderr",
            "e",
            "durationMillis",
            5,
            "isError",
            true));
    say("Done.");
    finish("answered");
    assertThat(seen).hasToString("Let me see.|[sh -c 'it'\\''s']{2}Done.|");
    assertThat(reader.result().answer()).isEqualTo("Done.");
    assertThat(reader.result().toolCalls())
        .containsExactly(
            new ToolCall("c1", "sh", List.of("-c", "it's"), null, 2, "o", "e", 5L, true));
  }

  @Test
  void anotherTurnOfTheSessionIsNotShown() {
    event("other", EventType.TURN_STARTED, Map.of("messages", List.of("theirs")));
    reader.delta("theirs");
    reader.snapshot("theirs");
    event("other", EventType.AGENT_MESSAGE, Map.of("text", "theirs"));
    event("other", EventType.TURN_FINISHED, Map.of("outcome", "answered"));
    assertThat(reader.finished()).isFalse();
    start();
    say("mine");
    finish("answered");
    assertThat(seen).hasToString("mine|");
  }

  @Test
  void aNewAttemptOfTheTurnIsFollowed() {
    start();
    reader.delta("half");
    event("t", EventType.TURN_STARTED, Map.of("messages", List.of(), "attempt", 2));
    reader.delta("whole");
    say("whole");
    finish("answered");
    assertThat(seen).hasToString("half<again>whole|");
  }

  @Test
  void aFailureThatIsTriedAgainIsANote() {
    start();
    event(
        "t",
        EventType.ERROR,
        Map.of("kind", "transient", "message", "overloaded", "retryInMillis", 2000));
    say("ok");
    finish("answered");
    assertThat(seen).hasToString("(overloaded; retrying in 2.0s)ok|");
    assertThat(reader.result().problem()).isNull();
  }

  @Test
  void aFailedTurnSaysWhy() {
    start();
    reader.delta("so far");
    event("t", EventType.ERROR, Map.of("kind", "permanent", "message", "no such model"));
    finish("failed");
    assertThat(seen).hasToString("so far|");
    assertThat(reader.result().answer()).isEqualTo("so far");
    assertThat(reader.result().problem().code()).isEqualTo(ErrorCode.MODEL_PERMANENT);
    assertThat(reader.result().problem().title()).isEqualTo("no such model");
  }

  @Test
  void aToolThatNeverRanHasItsError() {
    start();
    event(
        "t",
        EventType.TOOL_USE,
        Map.of("call", "c", "name", "nope", "args", List.of(), "stdin", "in"));
    event(
        "t",
        EventType.TOOL_RESULT,
        Map.of("call", "c", "isError", true, "error", "no tool 'nope'"));
    ToolCall call =
        new ToolCall("c", "nope", List.of(), "in", null, "", "no tool 'nope'", null, true);
    finish("answered");
    assertThat(reader.result().toolCalls()).containsExactly(call);
  }

  private void custom(String call, String id) {
    event(
        "t",
        EventType.CUSTOM_TOOL_USE,
        Map.of("id", id, "call", call, "name", "weather", "input", Map.of("city", call)));
  }

  private void paused() {
    event("t", EventType.STATUS_CHANGED, Map.of("from", "running", "to", "requires_action"));
  }

  @Test
  void aTurnThatWaitsForTheClientIsNotWaitedFor() {
    start();
    custom("a", "c1");
    custom("b", "c2");
    event("t", EventType.CUSTOM_TOOL_RESULT, Map.of("call", "a", "text", "rain"));
    assertThat(reader.finished()).isFalse();
    paused();

    assertThat(reader.finished()).isTrue();
    assertThat(reader.result().outcome()).isNull();
    assertThat(reader.result().problem().code()).isEqualTo(ErrorCode.ACTION_REQUIRED);
    assertThat(reader.result().problem().title())
        .isEqualTo("the turn waits for your program to run c2 weather '{\"city\":\"b\"}'");
    assertThat(reader.result().problem().remedy()).contains("custom-result coder s ID TEXT");
  }

  @Test
  void noTurnOfASessionThatHasEndedIsWaitedFor() {
    Map<String, Object> end =
        Map.of("from", "idle", "to", "terminated", "reason", "it expired at noon");
    event("none", EventType.STATUS_CHANGED, end);

    assertThat(reader.finished()).isTrue();
    assertThat(reader.result().problem().code()).isEqualTo(ErrorCode.SESSION_EXPIRED);
    assertThat(reader.result().problem().title())
        .isEqualTo("session s has ended: it expired at noon");
  }

  @Test
  void callsThatWaitForTheOperatorComeFirst() {
    start();
    custom("a", "c1");
    event("t", EventType.TOOL_USE, Map.of("call", "g", "name", "kubectl", "args", List.of()));
    event("t", EventType.APPROVAL_REQUESTED, Map.of("approval", "1", "call", "g"));
    paused();
    assertThat(reader.finished()).isFalse();

    event("t", EventType.TOOL_RESULT, Map.of("call", "g", "exitCode", 0));

    assertThat(reader.finished()).isTrue();
  }

  @Test
  void aCallThatTheClientHasAnsweredLetsTheTurnGoOn() {
    start();
    custom("a", "c1");
    event("t", EventType.CUSTOM_TOOL_RESULT, Map.of("call", "a", "text", "rain"));
    say("It rains.");
    finish("answered");

    assertThat(reader.result().answer()).isEqualTo("It rains.");
    assertThat(reader.result().toolCalls().getFirst().stdout()).isEqualTo("rain");
  }
}
