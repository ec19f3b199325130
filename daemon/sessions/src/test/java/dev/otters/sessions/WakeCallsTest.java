package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.wake.WakeTool;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wakes that the model asks for. */
class WakeCallsTest extends SessionBench {
  private static final ToolCall SHELL = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");

  private Activation turn;

  @BeforeEach
  void aTurnWithTheTool() {
    kit.directory.tools = List.of(WakeTool.SCHEMA);
    kit.say("one");
    turn = kit.lease();
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private static ToolCall wake(String call, int minutes, String note) {
    String input = "{\"minutes\":" + minutes + ",\"note\":\"" + note + "\"}";
    return new ToolCall(call, WakeTool.NAME, input);
  }

  private Answer.Next calls(int step, ToolCall... calls) {
    Completion completion =
        new Completion("", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, step), "scripted/guide", completion);
  }

  private State open(int step) {
    return kit.sessions.steps().open(kit.step(turn, step), Long.MAX_VALUE);
  }

  private List<String> results() {
    return kit.events(EventType.TOOL_RESULT).stream()
        .map(event -> Bodies.read(event.body()))
        .map(body -> body.path("stdout").asString() + body.path("error").asString(""))
        .toList();
  }

  @Test
  void aCallSchedulesAWakeAndNeverReachesTheRuntime() {
    assertThat(calls(1, wake("w1", 10, "Look again."))).isEqualTo(new Answer.Run(List.of()));

    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Run(List.of())));
    List<ChatMessage> messages = ((State.Ask) open(2)).messages();
    assertThat(((ChatMessage.ToolResult) messages.getLast()).text())
        .contains("wake 1 is due at 2026-01-01T00:10:00Z");
    kit.answer(turn, 2, "done");
    kit.advance(Duration.ofMinutes(10));

    assertThat(kit.conversation(kit.lease()).messages().getLast())
        .isEqualTo(
            new ChatMessage.User("[A scheduled wake, due at 2026-01-01T00:10:00Z]\n\nLook again."));
  }

  @Test
  void otherCallsOfTheStepRunInTheSandbox() {
    assertThat(calls(1, wake("w1", 10, "a"), SHELL)).isEqualTo(new Answer.Run(List.of(SHELL)));
    assertThat(open(1)).isEqualTo(new State.Known(new Answer.Run(List.of(SHELL))));

    kit.sessions.reports().result(kit.step(turn, 1), SessionKit.result("c1", "files"), identity());

    assertThat(open(2)).isInstanceOf(State.Ask.class);
  }

  @Test
  void aTurnSchedulesAtMostThreeWakesInAllOfItsAttempts() {
    calls(1, wake("w1", 1, "a"), wake("w2", 2, "b"));
    kit.fail(turn, ErrorKind.TRANSIENT);
    kit.advance(Duration.ofSeconds(3));
    turn = kit.lease();
    calls(1, wake("w3", 3, "c"), wake("w4", 4, "d"));

    assertThat(results()).hasSize(4);
    assertThat(results().getLast()).contains("this turn has scheduled 3 wakes, which is the limit");
    assertThat(kit.sessions.wakes().pending(kit.agent, kit.session)).hasSize(3);
    kit.answer(turn, 2, "done");
    kit.say("two");
    turn = kit.lease();
    calls(1, wake("w1", 5, "e"));
    assertThat(results().getLast()).contains("is due at");
  }

  @Test
  void aWrongInputIsAnErrorThatTheModelSees() {
    calls(1, wake("w1", 1441, "a"), new ToolCall("w2", WakeTool.NAME, "{}"));

    assertThat(results().getFirst()).contains("minutes must be from 1 to 1440");
    assertThat(results().getLast()).contains("the input must be");
    assertThat(kit.sessions.wakes().pending(kit.agent, kit.session)).isEmpty();
  }

  @Test
  void withoutTheToolACallOfItsNameIsOneOfTheSandbox() {
    kit.answer(turn, "done");
    kit.directory.tools = List.of();
    kit.say("two");
    turn = kit.lease();

    ToolCall call = wake("w1", 10, "a");
    assertThat(calls(1, call)).isEqualTo(new Answer.Run(List.of(call)));
    assertThat(kit.events(EventType.WAKE_SCHEDULED)).isEmpty();
  }
}
