package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.ClientTool;
import dev.otters.api.session.NewSession;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A session with two tools of its client and a leased turn, for each test. */
abstract class CustomBench extends SessionBench {
  static final Map<String, ?> SCHEMA =
      Map.of(
          "type", "object",
          "properties", Map.of("city", Map.of("type", "string")),
          "required", List.of("city"));
  static final ToolCall WEATHER = new ToolCall("w1", "weather", "{\"city\": \"Bergen\"}");
  static final ToolCall TIME = new ToolCall("t1", "clock", "{\"city\":\"Oslo\"}");
  static final ToolCall SHELL = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");

  Activation turn;

  @BeforeEach
  void lease() {
    kit.directory.tools = List.of(new ToolSchema("sh", "A shell.", ToolSchema.BIN_INPUT));
    kit.sessions
        .creation()
        .create(
            kit.agent, wanted("r1", tool("weather"), tool("clock")), Optional.empty(), tx -> {});
    kit.say("one");
    turn = kit.lease();
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  static ClientTool tool(String name) {
    return new ClientTool(name, "Knows the " + name + ".", SCHEMA);
  }

  NewSession wanted(String request, ClientTool... tools) {
    return new NewSession(request, kit.session.value(), null, Map.of(), null, List.of(tools));
  }

  State open(int number) {
    return kit.sessions.steps().open(kit.step(turn, number), Long.MAX_VALUE);
  }

  Answer.Next calls(ToolCall... calls) {
    Completion completion =
        new Completion("Well.", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    return kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  void pause(ToolCall... calls) {
    assertThat(calls(calls)).isEqualTo(new Answer.Run(List.of()));
    assertThat(open(2)).isEqualTo(new State.Known(new Answer.Paused()));
  }

  List<CustomCall> waiting() {
    return kit.sessions
        .customCalls()
        .open(new Page.Place(Optional.of(kit.agent), 0, Page.MOST))
        .entries();
  }

  /** Returns the id of the waiting call of a tool. */
  String id(ToolCall call) {
    return waiting().stream()
        .filter(it -> it.call().equals(call))
        .map(CustomCall::id)
        .findFirst()
        .orElseThrow();
  }

  void answer(String id, String text) {
    kit.sessions.customCalls().answer(kit.agent, kit.session, id, text, false);
  }

  List<ChatMessage> resumed() {
    turn = kit.lease();
    return ((State.Ask) open(1)).messages();
  }

  static void assertFails(Code code, ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
