package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Calls of tools that the client of a session runs. */
class CustomCallsTest extends CustomBench {
  @Test
  void theModelSeesTheToolsOfTheClientBesideThoseOfTheAgent() {
    assertThat(((State.Ask) open(1)).tools())
        .extracting(ToolSchema::name)
        .containsExactly("sh", "weather", "clock");
  }

  @Test
  void aCallPausesItsTurnAndNeverReachesTheRuntime() {
    pause(WEATHER);

    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);
    assertThat(kit.view().reason()).contains("a call waits for its client");
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.events(EventType.CUSTOM_TOOL_USE).getFirst().body())
        .contains("\"id\":\"" + id(WEATHER) + "\"", "\"input\":{\"city\":\"Bergen\"}");
    assertThat(kit.events(EventType.TOOL_USE)).isEmpty();
  }

  @Test
  void theResultResumesTheTurn() {
    pause(WEATHER);

    answer(id(WEATHER), "rain");

    List<ChatMessage> messages = resumed();
    assertThat(messages.subList(messages.size() - 2, messages.size()))
        .containsExactly(
            new ChatMessage.Assistant("Well.", List.of(WEATHER)),
            new ChatMessage.ToolResult("w1", "weather", "rain", false));
    kit.answer(turn, "It rains.");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aFailureOfTheClientIsAnErrorThatTheModelSees() {
    pause(WEATHER);

    kit.sessions.customCalls().answer(kit.agent, kit.session, id(WEATHER), "no network", true);

    assertThat(resumed().getLast())
        .isEqualTo(new ChatMessage.ToolResult("w1", "weather", "no network", true));
  }

  @Test
  void callsOfTheAgentRunBeforeTheTurnPausesAndAnEarlyResultSavesThePause() {
    assertThat(calls(WEATHER, SHELL)).isEqualTo(new Answer.Run(List.of(SHELL)));
    answer(id(WEATHER), "rain");
    assertFails(
        Code.INVALID,
        () ->
            kit.sessions
                .reports()
                .result(kit.step(turn, 1), SessionKit.result("w1", "forged"), identity()));
    kit.sessions.reports().result(kit.step(turn, 1), SessionKit.result("c1", "x"), identity());

    List<ChatMessage> messages = ((State.Ask) open(2)).messages();
    assertThat(messages.get(messages.size() - 3))
        .isEqualTo(new ChatMessage.Assistant("Well.", List.of(WEATHER, SHELL)));
  }

  @Test
  void aCallWaitsForDaysAndThroughRestarts() {
    pause(WEATHER);
    String id = id(WEATHER);

    for (int day = 0; day < 3; day++) {
      kit.restart(Set.of());
      kit.connect();
      kit.advance(Duration.ofDays(1));
      assertThat(kit.tryLease()).isEmpty();
    }
    answer(id, "rain");

    assertThat(resumed().getLast())
        .isEqualTo(new ChatMessage.ToolResult("w1", "weather", "rain", false));
  }

  @Test
  void aMessageThatArrivesMeanwhileWaitsVisiblyAndComesAfterTheLastResult() {
    pause(WEATHER, TIME);
    kit.say("And tomorrow?");
    assertThat(kit.service().waiting(kit.agent, kit.session))
        .contains("waiting until the client has answered the calls of the last turn");

    answer(id(TIME), "noon");
    assertThat(kit.tryLease()).isEmpty();
    answer(id(WEATHER), "rain");

    assertThat(resumed().stream().map(message -> message.getClass().getSimpleName()))
        .endsWith("Assistant", "ToolResult", "ToolResult", "User");
    kit.answer(turn, "Sun.");
    LogAudit.allAnswered(kit.database);
  }

  @Test
  void aGatedCallAndACallOfTheClientWaitTogether() {
    kit.answer(turn, "Hello.");
    kit.directory.options = Map.of("ask-tools", "sh");
    kit.say("two");
    turn = kit.lease();
    pause(WEATHER, SHELL);
    String approval =
        Bodies.read(kit.events(EventType.APPROVAL_REQUESTED).getLast().body())
            .path("approval")
            .asString();

    answer(id(WEATHER), "rain");
    assertThat(kit.tryLease()).isEmpty();
    kit.sessions
        .approvals()
        .decide(kit.agent, kit.session, Long.parseLong(approval), false, "not now");

    assertThat(resumed().getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class, result -> assertThat(result.text()).contains("not now"));
  }

  @Test
  void aRuntimeThatDiesLeavesTheCallToTheClient() {
    calls(WEATHER, SHELL);
    kit.turns().runtimeExited(kit.agent, RuntimeExit.CRASHED);
    kit.connect();
    kit.advance(Backoff.CAP);
    assertThat(kit.tryLease()).isEmpty();

    answer(id(WEATHER), "rain");

    assertThat(resumed()).contains(new ChatMessage.ToolResult("w1", "weather", "rain", false));
  }

  @Test
  void theSameResultAgainChangesNothingAndAnotherOneIsRefused() {
    pause(WEATHER, TIME);
    String id = id(WEATHER);
    answer(id, "rain");
    List<String> log = kit.types();

    answer(id, "rain");
    assertFails(Code.DECIDED, () -> answer(id, "sun"));
    assertFails(Code.NO_APPROVAL, () -> answer("c99", "rain"));
    assertFails(Code.NO_APPROVAL, () -> answer("w1", "rain"));
    assertFails(Code.NO_APPROVAL, () -> answer("c99999999999999999999", "rain"));
    assertFails(Code.INVALID, () -> answer(id(TIME), "x".repeat(CustomCalls.MAX_TEXT + 1)));
    SessionId other = new SessionId("other");
    kit.say(other, "hello");
    assertFails(
        Code.NO_APPROVAL,
        () -> kit.sessions.customCalls().answer(kit.agent, other, id(TIME), "x", false));
    assertFails(
        Code.NOT_FOUND,
        () ->
            kit.sessions
                .customCalls()
                .answer(UUID.randomUUID(), kit.session, id(TIME), "x", false));

    assertThat(kit.types()).isEqualTo(log);
  }

  @Test
  void anInterruptAnswersWhatWaitsWithAnErrorAndALateResultIsRefused() {
    pause(WEATHER, TIME);
    String id = id(WEATHER);
    answer(id(TIME), "noon");

    kit.service().interrupt(kit.agent, kit.session);

    assertThat(waiting()).isEmpty();
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertFails(Code.DECIDED, () -> answer(id, "rain"));
    kit.say("two");
    List<ChatMessage> messages = resumed();
    assertThat(messages)
        .contains(new ChatMessage.ToolResult("t1", "clock", "noon", false))
        .anySatisfy(
            message ->
                assertThat(message)
                    .isInstanceOfSatisfying(
                        ChatMessage.ToolResult.class,
                        result ->
                            assertThat(result.text())
                                .contains("the turn was stopped before the client")));
    kit.answer(turn, "fine");
  }

  @Test
  void aTurnThatFailsForGoodGivesItsCallsUp() {
    calls(WEATHER);
    kit.fail(turn, Outcome.ErrorKind.PERMANENT);

    assertThat(waiting()).isEmpty();
    kit.say("again");
    assertThat(resumed())
        .filteredOn(ChatMessage.ToolResult.class::isInstance)
        .singleElement()
        .asString()
        .contains("the turn was stopped");
    assertThat(kit.note(turn)).isEmpty();
  }

  @Test
  void aWrongInputIsAnsweredWithoutTheClient() {
    ToolCall wrong = new ToolCall("w1", "weather", "{\"town\": 7}");
    assertThat(calls(wrong)).isEqualTo(new Answer.Run(List.of()));

    assertThat(waiting()).isEmpty();
    List<ChatMessage> messages = ((State.Ask) open(2)).messages();
    assertThat(messages.getLast())
        .isInstanceOfSatisfying(
            ChatMessage.ToolResult.class,
            result -> {
              assertThat(result.isError()).isTrue();
              assertThat(result.text()).contains("does not match the schema", "city");
            });
  }

  @Test
  void aResultIsStoredWithoutSecretsAndCutInItsMiddle() {
    kit.directory.redactor = text -> text.replace("hunter2hunter2", "(secret)");
    pause(WEATHER, TIME);

    answer(id(WEATHER), "the password is hunter2hunter2");
    answer(id(TIME), "a".repeat(100_000) + "end");

    assertThat(kit.events(EventType.CUSTOM_TOOL_RESULT))
        .extracting(event -> event.body())
        .anyMatch(body -> body.contains("the password is (secret)"))
        .noneMatch(body -> body.contains("hunter2"))
        .anyMatch(body -> body.contains("bytes left out") && body.contains("end\""))
        .allMatch(body -> body.length() < 70_000);
  }

  @Test
  void aRemovedSessionTakesItsCallsAndNoLaterCallHasTheirIds() {
    pause(WEATHER);
    String id = id(WEATHER);

    kit.sessions.removal().remove(kit.agent, kit.session, true);

    assertThat(waiting()).isEmpty();
    lease();
    pause(WEATHER);
    assertThat(id(WEATHER)).isNotEqualTo(id);
    assertFails(Code.NO_APPROVAL, () -> answer(id, "rain"));
  }

  @Test
  void aToolOfTheAgentHidesALaterOneOfTheClient() {
    pause(WEATHER);
    answer(id(WEATHER), "rain");
    kit.directory.tools = List.of(new ToolSchema("clock", "A BIN.", ToolSchema.BIN_INPUT));

    turn = kit.lease();

    assertThat(((State.Ask) open(1)).tools())
        .extracting(ToolSchema::description)
        .containsExactly("A BIN.", "Knows the weather.");
  }

  @Test
  void aPastRequestHasTheToolsAndTheResults() throws InterruptedException {
    pause(WEATHER);
    answer(id(WEATHER), "rain");
    List<ChatMessage> sent = resumed();
    kit.answer(turn, "It rains.");
    kit.restart(Set.of());
    PlayedModel other = new PlayedModel();
    try (ModelGateway gateway = new ModelGateway(Providers.of(other))) {
      var unused =
          kit.sessions
              .replays(gateway)
              .ask(kit.agent, kit.session, "1", Optional.of("2.1"), "other/large");
    }

    assertThat(other.asked.take())
        .satisfies(
            asked -> {
              assertThat(asked.messages()).isEqualTo(sent);
              assertThat(asked.tools())
                  .extracting(ToolSchema::name)
                  .containsExactly("sh", "weather", "clock");
            });
  }
}
