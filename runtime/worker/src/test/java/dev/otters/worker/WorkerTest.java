package dev.otters.worker;

import static dev.otters.protocol.StopReason.END_TURN;
import static dev.otters.protocol.StopReason.INTERRUPTED;
import static dev.otters.protocol.StopReason.MAX_TOKENS;
import static dev.otters.protocol.StopReason.TOOL_USE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Activation;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.Linux;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.tool.Bench;
import dev.otters.worker.turn.Timings;
import dev.otters.worker.wire.Backoff;
import dev.otters.worker.wire.DaemonAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole runtime against a daemon that speaks the real protocol on a real socket. */
@Timeout(180)
class WorkerTest {
  private static final TurnOptions OPTIONS = new TurnOptions(20, 120_000, 600_000, Map.of());

  @TempDir Path root;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final List<ScriptedDaemon> daemons = new ArrayList<>();
  private final List<CompletableFuture<Exit>> exits = new ArrayList<>();
  private SandboxPaths paths;

  @BeforeAll
  static void adopt() {
    Linux.adoptOrphans();
  }

  @BeforeEach
  void prepare() throws Exception {
    paths = Bench.folders(root);
  }

  @AfterEach
  void stop() throws Exception {
    for (ScriptedDaemon daemon : daemons) {
      daemon.tell(new Notice.Stop(0));
    }
    for (CompletableFuture<Exit> exit : exits) {
      exit.join();
    }
    for (ScriptedDaemon daemon : daemons) {
      daemon.close();
    }
  }

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
    assertThat(daemon.events.values().stream().map(Event::body).map(EventBody::type))
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
            text -> assertThat(text).contains("no such tool; declared are: sh"),
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
              assertThat(failed.message()).contains("longer than");
            });
  }

  @Test
  void silenceAtTheTokenLimitIsExplained() throws Exception {
    ScriptedDaemon daemon =
        start((number, call) -> new Answer.Completion(" ", List.of(), MAX_TOKENS, Usage.NONE));

    assertThat(run(daemon, activation("a1")).outcome())
        .isEqualTo(
            new Outcome.Answered("[The model reached its token limit before it said anything.]"));
  }

  @Test
  void anInterruptedToolIsKilledWithinASecond() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                calls("On it.", sh("c1", "echo $$ > pid.new; cat pid.new > pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    Path pid = paths.workspace().resolve("pid");
    while (!Files.exists(pid) || Files.size(pid) == 0) {
      Thread.onSpinWait();
    }

    long began = System.nanoTime();
    daemon.tell(new Notice.Interrupt("a1"));
    daemon.await(() -> !daemon.acks.isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Interrupted(""));
    assertThat(daemon.bodies(EventBody.ToolResult.class).getFirst().error())
        .get()
        .asString()
        .startsWith("interrupted by the user");
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
  }

  @Test
  void anInterruptedCompletionKeepsWhatWasSaid() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                new Answer.Completion("Once upon", List.of(), INTERRUPTED, new Usage(3, 2)));

    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome()).isEqualTo(new Outcome.Interrupted("Once upon"));
    assertThat(ack.usage()).isEqualTo(new Usage(3, 2));
  }

  @Test
  void aSilentModelDoesNotHoldUpAnInterrupt() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> null);
    daemon.enqueue(activation("a1"));
    daemon.await(() -> !daemon.calls(Call.Complete.class).isEmpty());

    long began = System.nanoTime();
    daemon.tell(new Notice.Interrupt("a1"));
    daemon.await(() -> !daemon.acks.isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Interrupted(""));
  }

  @Test
  void aTurnThatUsesUpItsTimeFails() throws Exception {
    ScriptedDaemon daemon = start((number, call) -> calls("", sh("c1", "sleep 1000")));

    Call.Ack ack = run(daemon, activation("a1", new TurnOptions(20, 600_000, 2_000, Map.of())));

    assertThat(ack.outcome())
        .isEqualTo(
            new Outcome.Failed(
                Outcome.ErrorKind.PERMANENT,
                "The turn took longer than 2 s (CONFIG turn-timeout)."));
    assertThat(daemon.bodies(EventBody.ToolResult.class)).hasSize(1);
  }

  @Test
  void aStaleLeaseEndsTheTurnWithoutAnAck() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                number == 1 ? calls("", sh("c1", "touch up; sleep 1000")) : answer("second"));
    daemon.enqueue(activation("a1"));
    while (!Files.exists(paths.workspace().resolve("up"))) {
      Thread.onSpinWait();
    }

    daemon.takeAway("a1");
    Call.Ack other = run(daemon, activation("a2"));

    assertThat(other.activation()).isEqualTo("a2");
    daemon.await(() -> log.stream().anyMatch(line -> line.contains("turn a1-turn dropped")));
    assertThat(daemon.acks).hasSize(1);
    assertThat(daemon.bodies(EventBody.ToolResult.class)).isEmpty();
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

  @ParameterizedTest
  @EnumSource(ScriptedDaemon.Break.class)
  void aTurnFinishesOnceWhereverTheConnectionBreaks(ScriptedDaemon.Break place) throws Exception {
    int tried = 0;
    for (boolean broke = true; broke; tried++) {
      Path file = paths.workspace().resolve("lines-" + tried);
      ScriptedDaemon daemon =
          start(
              (number, call) ->
                  isLast(call, "Do it.")
                      ? calls("Wait.", sh("c1", "echo line >> " + file.getFileName()))
                      : answer("Done."));
      daemon.breakAt(tried, place);
      daemon.enqueue(activation("a1"));

      daemon.await(() -> !daemon.acks.isEmpty());

      assertThat(daemon.acks).hasSize(1);
      assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Answered("Done."));
      assertThat(file).content().as("broken at call %d", tried).isEqualTo("line\n");
      assertThat(daemon.events.values().stream().map(event -> event.body().type()))
          .containsExactly("agent.message", "agent.tool_use", "agent.tool_result");
      broke = daemon.hasBroken();
    }
    // hello, ready, lease, complete, append, append, complete, ack, lease
    assertThat(tried).isGreaterThanOrEqualTo(9);
  }

  @Test
  void aTurnLivesThroughALongAbsenceOfTheDaemon() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                number == 1
                    ? calls("", sh("c1", "touch up; until [ -e go ]; do :; done"))
                    : answer("Done."));
    daemon.enqueue(activation("a1"));
    while (!Files.exists(paths.workspace().resolve("up"))) {
      Thread.onSpinWait();
    }
    daemon.disconnect();
    daemon.await(() -> daemon.calls(Call.Hello.class).size() == 2);
    Files.writeString(paths.workspace().resolve("go"), "");

    daemon.await(() -> !daemon.acks.isEmpty());

    assertThat(daemon.calls(Call.Hello.class).get(1).held())
        .singleElement()
        .matches(held -> held.activation().equals("a1") && held.fence() == 1);
    assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Answered("Done."));
  }

  @Test
  void aStopEndsTheRuntimeAfterItsTurn() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                number == 1
                    ? calls("", sh("c1", "touch up; until [ -e go ]; do :; done"))
                    : answer("Done."));
    daemon.enqueue(activation("a1"));
    while (!Files.exists(paths.workspace().resolve("up"))) {
      Thread.onSpinWait();
    }
    daemon.tell(new Notice.Stop(60_000));
    daemon.enqueue(activation("a2"));
    Files.writeString(paths.workspace().resolve("go"), "");

    assertThat(exits.getFirst().join()).isEqualTo(Exit.STOPPED);
    assertThat(daemon.acks).extracting(Call.Ack::activation).containsExactly("a1");
  }

  @Test
  void aStopWithoutGraceKillsTheToolsAndLeavesTheTurn() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                calls("", sh("c1", "echo $$ > pid.new; cat pid.new > pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    Path pid = paths.workspace().resolve("pid");
    while (!Files.exists(pid) || Files.size(pid) == 0) {
      Thread.onSpinWait();
    }

    daemon.tell(new Notice.Stop(0));

    assertThat(exits.getFirst().join()).isEqualTo(Exit.STOPPED);
    assertThat(daemon.acks).isEmpty();
    assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isEmpty();
  }

  @Test
  void aMissingBinaryEndsTheStartWithOneSentence() throws Exception {
    AgentSetup setup = Setups.withTools(new AgentSetup.Tool("jq", "", "", "/gone/jq"));
    ScriptedDaemon daemon = start(setup, (number, call) -> answer(""), ScriptedDaemon.TOKEN);

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(daemon.calls(Call.Fatal.class))
        .containsExactly(
            new Call.Fatal("init", "The sandbox holds no executable file for: jq (/gone/jq)."));
    assertThat(log.getLast()).endsWith("The sandbox holds no executable file for: jq (/gone/jq).");
  }

  @Test
  void aWrongTokenEndsTheStartWithoutShowingIt() throws Exception {
    ScriptedDaemon daemon = start(Setups.bare(), (number, call) -> answer(""), "wrong-token");

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(log.toString()).contains("this is not your token").doesNotContain("wrong-token");
    assertThat(daemon.calls(Call.Ready.class)).isEmpty();
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

  private ScriptedDaemon start(ScriptedDaemon.Model model) throws Exception {
    return start(Setups.withTools(Bench.tool("sh")), model, ScriptedDaemon.TOKEN);
  }

  private ScriptedDaemon start(AgentSetup setup, ScriptedDaemon.Model model, String token)
      throws Exception {
    Path folder = Files.createDirectory(root.resolve("run-" + daemons.size()));
    ScriptedDaemon daemon = new ScriptedDaemon(folder, setup, model);
    daemons.add(daemon);
    WorkerOptions options =
        new WorkerOptions(
            new DaemonAddress(daemon.socket()),
            token,
            "test",
            paths,
            new Backoff(Duration.ofMillis(1), Duration.ofMillis(20)),
            Duration.ofSeconds(30),
            new Timings(Duration.ofMillis(50), Duration.ofMillis(300)));
    Worker worker = new Worker(options, new Log(line -> note(daemon, line)));
    CompletableFuture<Exit> exit = new CompletableFuture<>();
    exits.add(exit);
    Thread.ofPlatform().daemon().start(() -> exit.complete(worker.run()));
    return daemon;
  }

  private void note(ScriptedDaemon daemon, String line) {
    log.add(line);
    synchronized (daemon) {
      daemon.notifyAll();
    }
  }

  private static Call.Ack run(ScriptedDaemon daemon, Activation activation) {
    int before = daemon.acks.size();
    daemon.enqueue(activation);
    daemon.await(() -> daemon.acks.size() > before);
    return daemon.acks.getLast();
  }

  private static Activation activation(String id) {
    return activation(id, OPTIONS);
  }

  private static Activation activation(String id, TurnOptions options) {
    return new Activation(
        id,
        1,
        "s-" + id,
        id + "-turn",
        List.of(
            new ChatMessage.User("Hi."),
            new ChatMessage.Assistant("Hello.", List.of()),
            new ChatMessage.User("Do it.")),
        Optional.empty(),
        options);
  }

  private static boolean isLast(Call.Complete call, String text) {
    return call.messages().getLast().equals(new ChatMessage.User(text));
  }

  private static Answer.Completion answer(String text) {
    return new Answer.Completion(text, List.of(), END_TURN, new Usage(10, 5));
  }

  private static Answer.Completion calls(String text, ToolCall... calls) {
    return new Answer.Completion(text, Arrays.asList(calls), TOOL_USE, new Usage(10, 5));
  }

  private static ToolCall sh(String id, String script) {
    return new ToolCall(id, "sh", new ToolInput(List.of("-c", script), "").toJson());
  }

  private static List<String> toolTexts(List<ChatMessage> messages) {
    return messages.stream()
        .filter(ChatMessage.ToolResult.class::isInstance)
        .map(message -> ((ChatMessage.ToolResult) message).text())
        .toList();
  }
}
