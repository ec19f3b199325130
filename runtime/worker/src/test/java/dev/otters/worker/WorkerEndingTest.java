package dev.otters.worker;

import static dev.otters.protocol.StopReason.INTERRUPTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.Usage;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns that end before they have an answer. */
@Timeout(180)
class WorkerEndingTest extends WorkerBench {
  @Test
  void anInterruptedToolIsKilledWithinASecond() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                calls("On it.", sh("c1", "echo $$ > pid.new; mv pid.new pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    long pid = Long.parseLong(awaitFile("pid"));

    long began = System.nanoTime();
    daemon.tell(new Notice.Interrupt("a1"));
    daemon.await(() -> !daemon.acks.isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Interrupted(""));
    assertThat(daemon.bodies(EventBody.ToolResult.class).getFirst().error())
        .get()
        .asString()
        .startsWith("interrupted by the user");
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  void anInterruptedCompletionKeepsWhatWasSaid() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) ->
                new Answer.Completion(
                    "Once upon", List.of(sh("c1", "touch up")), INTERRUPTED, new Usage(3, 2)));

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
    awaitFile("up");

    daemon.takeAway("a1");
    Call.Ack other = run(daemon, activation("a2"));

    assertThat(other.activation()).isEqualTo("a2");
    daemon.await(() -> log.stream().anyMatch(line -> line.contains("turn a1-turn dropped")));
    assertThat(daemon.acks).hasSize(1);
    assertThat(daemon.bodies(EventBody.ToolResult.class)).isEmpty();
  }

  @Test
  void aStopEndsTheRuntimeAfterItsTurn() throws Exception {
    ScriptedDaemon daemon = start(WorkerBench::waitsForGo);
    daemon.enqueue(activation("a1"));
    awaitFile("up");
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
            (number, call) -> calls("", sh("c1", "echo $$ > pid.new; mv pid.new pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    long pid = Long.parseLong(awaitFile("pid"));

    daemon.tell(new Notice.Stop(0));

    assertThat(exits.getFirst().join()).isEqualTo(Exit.STOPPED);
    assertThat(daemon.acks).isEmpty();
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }
}
