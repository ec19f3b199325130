package dev.otters.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Logs with one deliberate defect each: the checker finds it, and nothing else. */
class CheckerTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String MESSAGE = "append c1";
  private static final String NOTE =
      "{\"text\": \"each may or may not have happened: sh echo c1\"}";

  private final List<Entry> log = new ArrayList<>();
  private final List<String> sent = new ArrayList<>(List.of(MESSAGE));
  private final List<String> effects = new ArrayList<>(List.of("c1"));
  private final List<String> requests = new ArrayList<>(List.of("{}", "{}"));
  private String status = "IDLE";

  private void add(long fence, String type, String body) {
    long seq = log.size() + 1L;
    String turn = fence == 0 ? "" : "turn-1";
    log.add(new Entry(seq, "e" + seq, type, turn, fence, JSON.readTree(body)));
  }

  private void start(long fence) {
    add(fence, "turn.started", "{\"messages\": [\"e1\"]}");
  }

  private void call(long fence) {
    add(fence, "agent.message", "{\"text\": \"I append a line.\", \"partial\": true}");
    add(fence, "agent.tool_use", "{\"call\": \"c1\"}");
  }

  private void result(long fence) {
    add(fence, "agent.tool_result", "{\"call\": \"c1\", \"isError\": false}");
  }

  private void answer(long fence) {
    add(fence, "agent.message", "{\"text\": \"Done.\"}");
  }

  private void end(long fence) {
    add(fence, "turn.finished", "{\"outcome\": \"answered\"}");
  }

  private void message() {
    add(0, "user.message", "{\"text\": \"" + MESSAGE + "\"}");
  }

  private void wholeTurn() {
    message();
    start(1);
    call(1);
    result(1);
    answer(1);
    end(1);
  }

  /** A turn whose first attempt broke off during its call. */
  private void recoveredTurn() {
    message();
    start(1);
    call(1);
    start(2);
    answer(2);
    end(2);
  }

  private List<String> violations() {
    return Checker.violations(new Evidence(log, log.size(), status, sent, effects, requests, 2));
  }

  @Test
  void aWholeTurnIsCorrect() {
    wholeTurn();

    assertThat(violations()).isEmpty();
  }

  @Test
  void aTurnIsCorrectIfTheModelReadsWhatMayHaveHappened() {
    recoveredTurn();
    requests.set(1, NOTE);
    assertThat(violations()).isEmpty();

    effects.clear();
    assertThat(violations()).isEmpty();
  }

  @Test
  void aMessageThatJoinsAPausedTurnHasNoFence() {
    message();
    add(1, "turn.started", "{\"messages\": [\"e1\"]}");
    call(1);
    log.add(new Entry(5, "e5", "user.message", "turn-1", 0, JSON.readTree("{\"text\": \"b\"}")));
    result(1);
    add(2, "turn.started", "{\"messages\": [\"e1\", \"e5\"]}");
    answer(2);
    end(2);
    sent.add("b");

    assertThat(violations()).isEmpty();
  }

  @Test
  void aMessageThatIsAcknowledgedBeforeItIsAppendedIsLost() {
    effects.clear();

    assertThat(violations()).containsExactly("lost message: append c1");
  }

  @Test
  void anAnswerThatIsAcknowledgedBeforeItIsAppendedIsLost() {
    message();
    start(1);
    call(1);
    result(1);
    end(1);

    assertThat(violations()).containsExactly("lost answer: turn turn-1");
  }

  @Test
  void withoutAFenceTheAnswerIsDoubled() {
    wholeTurn();
    start(2);
    answer(2);
    answer(1);

    assertThat(violations())
        .containsExactly(
            "doubled answer: turn turn-1 has 3", "stale write: event 10 under fence 1");
  }

  @Test
  void anAnswerUnderTheSameFenceIsDoubled() {
    wholeTurn();
    answer(1);

    assertThat(violations()).containsExactly("doubled answer: turn turn-1 has 2");
  }

  @Test
  void aReplayedCallHasItsEffectTwice() {
    recoveredTurn();
    requests.set(1, NOTE);
    effects.add("c1");

    assertThat(violations()).containsExactly("doubled side effect: c1 happened 2 times");
  }

  @Test
  void anEffectNeedsACallInTheLog() {
    message();
    start(1);
    answer(1);
    end(1);

    assertThat(violations()).containsExactly("side effect without call: c1");
  }

  @Test
  void aResultNeedsAnEffect() {
    wholeTurn();
    effects.clear();

    assertThat(violations()).containsExactly("lost side effect: c1");
  }

  @Test
  void aNumberThatIsLeftOutIsAGap() {
    wholeTurn();
    Entry last = log.removeLast();
    log.add(new Entry(8, last.id(), last.type(), last.turn(), last.fence(), last.body()));

    assertThat(violations()).containsExactly("gap in the log: event 7 is numbered 8");
  }

  @Test
  void anEventThatIsMissingAtTheEndIsAGap() {
    wholeTurn();
    Evidence shorter = new Evidence(log, 8, status, sent, effects, requests, 2);

    assertThat(Checker.violations(shorter))
        .containsExactly("gap in the log: the session has 7 events, not 8");
  }

  @Test
  void aCallWithoutAResultMustBeInANote() {
    recoveredTurn();

    assertThat(violations()).containsExactly("call without result: c1, and no note says so");
  }

  @Test
  void aSecondResultIsDoubled() {
    message();
    start(1);
    call(1);
    result(1);
    result(1);
    answer(1);
    end(1);

    assertThat(violations()).containsExactly("doubled result: call c1 has 2");
  }

  @Test
  void aCallOfAClientsToolHasOneResult() {
    message();
    start(1);
    add(1, "agent.custom_tool_use", "{\"call\": \"c2\"}");
    add(1, "user.custom_tool_result", "{\"call\": \"c2\"}");
    answer(1);
    end(1);
    effects.clear();
    assertThat(violations()).isEmpty();

    log.remove(3);
    assertThat(violations()).contains("client's call c2 has 0 results");
  }

  @Test
  void aSecondTurnForAMessageIsFound() {
    wholeTurn();
    log.add(
        new Entry(8, "e8", "turn.started", "turn-2", 1, JSON.readTree("{\"messages\": [\"e1\"]}")));
    log.add(new Entry(9, "e9", "agent.message", "turn-2", 1, JSON.readTree("{}")));
    log.add(
        new Entry(
            10, "e10", "turn.finished", "turn-2", 1, JSON.readTree("{\"outcome\": \"answered\"}")));

    assertThat(violations()).containsExactly("message e1 is in the turns [turn-1, turn-2]");
  }

  @Test
  void aMessageThatIsStoredTwiceIsDoubled() {
    message();
    wholeTurn();

    assertThat(violations())
        .containsExactly("doubled message: append c1", "message e2 is in the turns null");
  }

  @Test
  void aTurnThatEndsTwiceIsFound() {
    wholeTurn();
    end(1);

    assertThat(violations()).containsExactly("turn turn-1 ended 2 times");
  }

  @Test
  void aTurnThatFailedCanBeginAgain() {
    message();
    start(1);
    add(1, "turn.finished", "{\"outcome\": \"failed\"}");
    start(2);
    call(2);
    result(2);
    answer(2);
    end(2);

    assertThat(violations()).containsExactly("turn turn-1 ended as failed");
  }

  @Test
  void aThirdRequestIsPaidTwice() {
    wholeTurn();
    requests.add("{}");

    assertThat(violations()).containsExactly("paid twice: 3 requests, not 2");
  }

  @Test
  void aSessionThatIsDeadDoesNotGoOn() {
    wholeTurn();
    status = "DEAD";

    assertThat(violations()).containsExactly("the session does not go on: it is DEAD");
  }
}
