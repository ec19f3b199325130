package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.api.session.TurnOutcome;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportsTest extends SessionBench {
  private static final int LIMIT = 1 << 20;

  private Activation turn;

  @BeforeEach
  void lease() {
    kit.say("one");
    turn = kit.lease();
  }

  private void release(Outcome.Unanswered outcome) {
    kit.sessions
        .reports()
        .release(kit.step(turn, 1), outcome, text -> text.replace("s3cret", "***"));
  }

  private String error() {
    return kit.events(EventType.ERROR).getLast().body();
  }

  @ParameterizedTest
  @CsvSource({"1, 0, 0, 0", "0, 1, 0, 0", "0, 0, 1, 0", "0, 0, 0, 1"})
  void theTextsOfAResultHaveOneLimit(int stdout, int stderr, int error, int file) {
    ToolCall call = new ToolCall("c1", "sh", "{}");
    Answer.Next unused =
        kit.sessions
            .steps()
            .record(
                kit.step(turn, 1),
                "a/b",
                new Completion("", List.of(call), StopReason.TOOL_USE, SessionKit.USAGE));
    int most = LIMIT - "sh".length() - 30;

    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> result(stdout * most, stderr * most, error * most, file * most + 1))
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.INVALID));
    result(stdout * most, stderr * most, error * most, file * most);
    assertThat(kit.events(EventType.TOOL_RESULT)).hasSize(1);
  }

  /** Reports a result whose texts have these lengths, each with ten characters more, or none. */
  private void result(int stdout, int stderr, int error, int file) {
    EventBody.ToolResult result =
        new EventBody.ToolResult(
            "c1",
            "sh",
            1,
            "o".repeat(stdout),
            "e".repeat(stderr + 10),
            5,
            false,
            Optional.of("f".repeat(file + 10)),
            true,
            Optional.of("w".repeat(error + 10)));
    kit.sessions.reports().result(kit.step(turn, 1), result, identity());
  }

  @Test
  void aPermanentFailureEndsTheTurnWithAnErrorWithoutSecrets() {
    release(new Outcome.Failed(ErrorKind.PERMANENT, "no s3cret " + "x".repeat(2000)));

    assertThat(kit.view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(error()).contains("no *** x").hasSizeLessThan(1500);
    assertThat(kit.sessions.openActivations()).isEqualTo(Map.of(ActivationState.BLOCKED, 1L));
  }

  @Test
  void anyOtherFailureOfARuntimeIsUnknownAndTriedAgain() {
    release(new Outcome.Failed(ErrorKind.TRANSIENT, "the s3cret broke"));

    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(error()).contains("the *** broke", "unknown");
    assertThat(kit.sessions.openActivations()).isEqualTo(Map.of(ActivationState.READY, 1L));
  }

  @Test
  void onlyTheUserInterruptsATurn() {
    release(new Outcome.Interrupted("half"));
    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(error()).contains("the runtime gave the turn up");

    kit.advance(Backoff.CAP);
    turn = kit.lease();
    kit.service().interrupt(kit.agent, kit.session);
    release(new Outcome.Interrupted("half"));

    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(kit.sessions.finishedTurns()).isEqualTo(Map.of(TurnOutcome.INTERRUPTED, 1L));
    assertThat(kit.sessions.openActivations()).isEmpty();
  }

  @Test
  void anAgentThatIsHeldStartsNoTurnUntilTheHoldEnds() {
    kit.answer(turn, "done");
    kit.say("two");
    try (TurnHold _ = kit.turns().hold(kit.agent)) {
      assertThat(kit.tryLease()).isEmpty();
    }
    assertThat(kit.tryLease()).isPresent();
  }
}
