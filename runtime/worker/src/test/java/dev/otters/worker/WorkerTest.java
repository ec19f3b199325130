package dev.otters.worker;

import static dev.otters.protocol.StopReason.MAX_TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The turns of a runtime, against a daemon that speaks the real protocol on a real socket. */
@Timeout(180)
class WorkerTest extends WorkerBench {
  @Test
  void aTurnWithoutToolsIsAnswered() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> answer("Hello."));

    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome()).isEqualTo(new Outcome.Answered("Hello."));
    assertThat(ack.usage()).isEqualTo(new Usage(10, 5));
    assertThat(daemon.events).isEmpty();
    Call.Complete complete = daemon.calls(Call.Complete.class).getFirst();
    assertThat(complete.messages().getFirst())
        .isInstanceOfSatisfying(
            ChatMessage.System.class,
            system -> assertThat(system.text()).startsWith("## AGENT\n").contains("# otto"));
    assertThat(complete.messages().getLast()).isEqualTo(new ChatMessage.User("Do it."));
    assertThat(complete.tools()).extracting("name").containsExactly("sh");
  }

  @Test
  void contextFilesAreWrittenBeforeTheAgentIsReady() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> answer(""));
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());

    assertThat(daemon.calls)
        .extracting(call -> call.method().wireName())
        .containsExactly("hello", "ready", "lease");
    assertThat(paths.context().resolve("AGENT.md")).content().contains("# otto");
    assertThat(log).anyMatch(line -> line.endsWith(" ready: 1 tool, 0 mounts"));
  }

  @Test
  void anIntentIsDurableBeforeItsToolRunsAndTheResultAfter() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                number == 1
                    ? calls("Let me look.", sh("c1", "cat notes"), sh("c2", "exit 3"))
                    : answer("It says hello."));
    Files.writeString(paths.workspace().resolve("notes"), "hello");

    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome()).isEqualTo(new Outcome.Answered("It says hello."));
    assertThat(ack.usage()).isEqualTo(new Usage(20, 10));
    assertThat(daemon.events.values().stream().map(Event::body).map(body -> body.kind().wireName()))
        .containsExactly(
            "agent.message",
            "agent.tool_use",
            "agent.tool_use",
            "agent.tool_result",
            "agent.tool_result");
    assertThat(daemon.bodies(EventBody.AgentMessage.class))
        .containsExactly(new EventBody.AgentMessage("Let me look.", true));
    List<ChatMessage> second = daemon.calls(Call.Complete.class).get(1).messages();
    assertThat(second.subList(second.size() - 3, second.size()))
        .extracting(message -> message.getClass().getSimpleName())
        .containsExactly("Assistant", "ToolResult", "ToolResult");
    assertThat(toolTexts(second).get(0)).contains("exit code 0").contains("stdout:\nhello\n");
    assertThat(toolTexts(second).get(1)).startsWith("exit code 3");
  }

  @Test
  void aTurnThatIsStuckInToolsStopsAtItsLimit() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> calls("again", sh("c" + number, "true")));

    Call.Ack ack = run(daemon, activation("a1", new TurnOptions(3, 1000, 600_000, Map.of())));

    assertThat(ack.outcome())
        .isEqualTo(
            new Outcome.Answered(
                "again\n\n[Stopped without an answer after 3 steps (CONFIG max-iterations).]"));
    assertThat(daemon.bodies(EventBody.ToolResult.class)).hasSize(3);
  }

  @Test
  void aWrongToolCallIsAnErrorThatTheModelSees() throws Exception {
    ToolCall unknown = new ToolCall("c1", "bash", "{}");
    ToolCall wrong = new ToolCall("c2", "sh", "{\"command\":\"ls\"}");
    ScriptedDaemon daemon =
        start((number, call) -> number == 1 ? calls("", unknown, wrong) : answer("Sorry."));

    run(daemon, activation("a1"));

    assertThat(toolTexts(daemon.calls(Call.Complete.class).get(1).messages()))
        .satisfiesExactly(
            text -> assertThat(text).contains("unknown tool bash; declared tools: sh"),
            text -> assertThat(text).contains("unknown key \"command\""));
    assertThat(daemon.bodies(EventBody.ToolUse.class).get(1).toToolCall()).isEqualTo(wrong);
  }

  @Test
  void theRecoveryNoteStandsBeforeTheLastQuestion() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> answer("ok"));
    Activation plain = activation("a1");
    Activation noted =
        new Activation(
            plain.id(),
            1,
            plain.session(),
            plain.turn(),
            plain.transcript(),
            Optional.of("sh may have run"),
            OPTIONS);

    run(daemon, noted);

    List<ChatMessage> messages = daemon.calls(Call.Complete.class).getFirst().messages();
    assertThat(messages.get(messages.size() - 2))
        .isEqualTo(new ChatMessage.User("[A note from Otters, not from the user] sh may have run"));
    assertThat(messages.getLast()).isEqualTo(new ChatMessage.User("Do it."));
  }

  @ParameterizedTest
  @CsvSource({
    "MODEL_TRANSIENT, TRANSIENT",
    "MODEL_PERMANENT, PERMANENT",
    "INVALID, PERMANENT",
    "INTERNAL, UNKNOWN"
  })
  void aModelsErrorFailsTheTurn(WireError.Code code, Outcome.ErrorKind kind) throws Exception {
    ScriptedDaemon daemon = start((number, call) -> WireError.of(code, "out of order"));

    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome()).isEqualTo(new Outcome.Failed(kind, "out of order"));
  }

  @Test
  void aTranscriptAboveTheLimitFailsTheTurnForGood() throws Exception {
    ToolCall loud = sh("c", "yes | head -c 60000");
    ScriptedDaemon daemon = start((number, call) -> calls("x".repeat(1 << 20), loud));

    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.errorKind()).isEqualTo(Outcome.ErrorKind.PERMANENT);
              assertThat(failed.message()).contains("grown past 8 MiB");
            });
  }

  @Test
  void anAnswerThatDoesNotFitIntoALineFailsTheTurnForGood() throws Exception {
    String huge = "x".repeat(Protocol.MAX_LINE_BYTES - 500);
    ScriptedDaemon daemon = start((number, call) -> answer(huge));

    Call.Ack ack = run(daemon, activation("a".repeat(1000)));

    assertThat(ack.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.errorKind()).isEqualTo(Outcome.ErrorKind.PERMANENT));
  }

  @Test
  void silenceAtTheTokenLimitIsExplained() throws Exception {
    ScriptedDaemon daemon =
        start((number, call) -> new Answer.Completion(" ", List.of(), MAX_TOKENS, Usage.NONE));

    assertThat(run(daemon, activation("a1")).outcome())
        .isEqualTo(new Outcome.Answered("[The model reached its token limit without an answer.]"));
  }

  @Test
  void sessionsRunSideBySide() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                isLast(call, "Do it.")
                    ? calls(
                        "",
                        sh(
                            "c1",
                            "touch $OTTERS_SESSION_DIR.here; until [ -e ../runtime/s-a1.here ] && ["
                                + " -e ../runtime/s-a2.here ]; do :; done"))
                    : answer("met"));
    daemon.enqueue(activation("a1"));
    daemon.enqueue(activation("a2"));

    daemon.await(() -> daemon.acks.size() == 2);

    assertThat(daemon.acks).extracting(Call.Ack::outcome).containsOnly(new Outcome.Answered("met"));
  }

  @Test
  void theLogHoldsNothingThatWasSaid() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                number == 1 ? calls("whisper-1", sh("c1", "echo whisper-2")) : answer("whisper-3"));

    run(daemon, activation("a1"));

    daemon.await(() -> log.stream().anyMatch(line -> line.contains(" answered after 2 steps")));
    assertThat(log).noneMatch(line -> line.contains("whisper"));
    assertThat(log)
        .anyMatch(line -> line.endsWith("turn a1-turn started session=s-a1"))
        .anyMatch(line -> line.matches(".* tool sh exit=0 \\d+ ms"));
  }
}
