package dev.otters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.WireError;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The turns of a runtime, against a daemon that speaks the real protocol on a real socket. */
@Timeout(180)
class WorkerTest extends WorkerBench {
  @Test
  void aTurnWithoutToolsAsksOnce() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> answer());

    ScriptedDaemon.End end = run(daemon, activation("a1"));

    assertThat(end)
        .isEqualTo(new ScriptedDaemon.End("a1", 1, Outcome.Kind.ANSWERED, Optional.empty()));
    assertThat(daemon.results).isEmpty();
    assertThat(daemon.calls(Call.Complete.class)).containsExactly(new Call.Complete("a1", 1, 1));
  }

  @Test
  void theDaemonGetsTheGeneratedSections() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> answer());
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());

    Call.Ready ready = daemon.calls(Call.Ready.class).getFirst();
    assertThat(ready.blocks()).extracting(Block::name).containsExactly("AGENT", "WORKSPACE");
    assertThat(ready.blocks().getFirst().text()).startsWith("# otto\n");
  }

  @Test
  void contextFilesAreWrittenBeforeTheAgentIsReady() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> answer());
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());

    assertThat(daemon.calls)
        .extracting(call -> call.method().wireName())
        .containsExactly("hello", "ready", "lease");
    assertThat(paths.context().resolve("AGENT.md")).content().contains("# otto");
    assertThat(log).anyMatch(line -> line.endsWith(" ready: 1 tool, 0 mounts"));
  }

  @Test
  void theResultsOfAStepAreStoredBeforeTheNextIsAsked() throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) ->
                step == 1 ? calls(sh("c1", "cat notes"), sh("c2", "exit 3")) : answer());
    Files.writeString(paths.workspace().resolve("notes"), "hello");

    ScriptedDaemon.End end = run(daemon, activation("a1"));

    assertThat(end.kind()).isEqualTo(Outcome.Kind.ANSWERED);
    assertThat(daemon.results.keySet()).containsExactlyInAnyOrder("a1.1.1.c1", "a1.1.1.c2");
    assertThat(daemon.results.get("a1.1.1.c1"))
        .matches(result -> result.stdout().equals("hello") && result.exitCode() == 0);
    assertThat(daemon.results.get("a1.1.1.c2").exitCode()).isEqualTo(3);
    List<String> asked =
        daemon.calls.stream()
            .map(call -> call.method().wireName())
            .filter(name -> !name.equals("heartbeat") && !name.equals("lease"))
            .toList();
    assertThat(asked).containsExactly("hello", "ready", "complete", "result", "result", "complete");
  }

  @Test
  void aWrongToolCallHasAnErrorForTheModel() throws Exception {
    ToolCall unknown = new ToolCall("c1", "bash", "{}");
    ToolCall wrong = new ToolCall("c2", "sh", "{\"command\":\"ls\"}");
    ScriptedDaemon daemon = start((step, call) -> step == 1 ? calls(unknown, wrong) : answer());

    run(daemon, activation("a1"));

    assertThat(daemon.results.get("a1.1.1.c1").error())
        .hasValueSatisfying(
            text -> assertThat(text).contains("unknown tool bash; declared tools: sh"));
    assertThat(daemon.results.get("a1.1.1.c2").error())
        .hasValueSatisfying(text -> assertThat(text).contains("unknown key \"command\""));
  }

  @ParameterizedTest
  @CsvSource({"INVALID, PERMANENT", "INTERNAL, UNKNOWN"})
  void anErrorOfTheDaemonFailsTheTurn(WireError.Code code, Outcome.ErrorKind kind)
      throws Exception {
    ScriptedDaemon daemon = start((step, call) -> WireError.of(code, "out of order"));

    assertThat(told(daemon, activation("a1"))).isEqualTo(new Outcome.Failed(kind, "out of order"));
  }

  @Test
  void aPausedTurnIsLeftToTheDaemon() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> call.activation().equals("a1") ? new Answer.Paused() : answer());
    daemon.enqueue(activation("a1"));
    daemon.await(() -> log.stream().anyMatch(line -> line.contains("turn a1-turn paused")));

    run(daemon, activation("a2"));
    daemon.disconnect();
    run(daemon, activation("a3"));

    assertThat(daemon.calls(Call.Release.class)).isEmpty();
    assertThat(daemon.calls(Call.Hello.class).getLast().held())
        .noneMatch(held -> held.activation().equals("a1"));
  }

  @Test
  void sessionsRunSideBySide() throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) ->
                step == 1
                    ? calls(
                        sh(
                            "c1",
                            "touch $OTTERS_SESSION_DIR.here; until [ -e sessions/s-a1.here ] && ["
                                + " -e sessions/s-a2.here ]; do :; done"))
                    : answer());
    daemon.enqueue(activation("a1"));
    daemon.enqueue(activation("a2"));

    daemon.await(() -> daemon.ends.size() == 2);

    assertThat(daemon.ends)
        .extracting(ScriptedDaemon.End::kind)
        .containsOnly(Outcome.Kind.ANSWERED);
  }

  @Test
  void theLogHoldsNothingThatWasSaid() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> step == 1 ? calls(sh("c1", "echo whisper")) : answer());

    run(daemon, activation("a1"));

    daemon.await(() -> log.stream().anyMatch(line -> line.contains(" answered after 2 steps")));
    assertThat(log).noneMatch(line -> line.contains("whisper"));
    assertThat(log)
        .anyMatch(line -> line.endsWith("turn a1-turn started session=s-a1"))
        .anyMatch(line -> line.matches(".* tool sh exit=0 \\d+ ms"));
  }
}
