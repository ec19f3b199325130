package dev.otters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.TurnOptions;
import dev.otters.protocol.WireError;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns that end before they have an answer. */
@Timeout(180)
class WorkerEndingTest extends WorkerBench {
  @Test
  void anInterruptedToolIsKilledWithinASecond() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> calls(sh("c1", "echo $$ > pid.new; mv pid.new pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    long pid = Long.parseLong(awaitFile("pid"));

    long began = System.nanoTime();
    daemon.tell(new Notice.Interrupt("a1"));
    daemon.await(() -> !daemon.ends.isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(daemon.ends.getFirst().told()).contains(new Outcome.Interrupted(""));
    assertThat(daemon.results.get("a1.1.1.c1").error())
        .get()
        .asString()
        .startsWith("interrupted by the user");
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }

  @Test
  void anInterruptedCompletionIsEndedByTheDaemon() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> new Answer.Over(Outcome.Kind.INTERRUPTED));

    ScriptedDaemon.End end = run(daemon, activation("a1"));

    assertThat(end.kind()).isEqualTo(Outcome.Kind.INTERRUPTED);
    assertThat(daemon.calls(Call.Release.class)).isEmpty();
  }

  @Test
  void aSilentModelDoesNotHoldUpAnInterrupt() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> null);
    daemon.enqueue(activation("a1"));
    daemon.await(() -> !daemon.calls(Call.Complete.class).isEmpty());

    long began = System.nanoTime();
    daemon.tell(new Notice.Interrupt("a1"));
    daemon.await(() -> !daemon.ends.isEmpty());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
    assertThat(daemon.ends.getFirst().told()).contains(new Outcome.Interrupted(""));
  }

  @Test
  void aTurnThatUsesUpItsTimeFails() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> calls(sh("c1", "sleep 1000")));

    assertThat(told(daemon, activation("a1", new TurnOptions(600_000, 2_000))))
        .isEqualTo(
            new Outcome.Failed(
                Outcome.ErrorKind.PERMANENT,
                "The turn took longer than 2 s (CONFIG turn-timeout)."));
    assertThat(daemon.results).hasSize(1);
    assertThat(daemon.calls(Call.Complete.class)).hasSize(1);
  }

  @Test
  void aToolThatUsesUpItsTimeEndsWithoutItsTurn() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> step == 1 ? calls(sh("c1", "sleep 1000")) : answer());

    assertThat(run(daemon, activation("a1", new TurnOptions(300, 600_000))).kind())
        .isEqualTo(Outcome.Kind.ANSWERED);
    assertThat(daemon.results.get("a1.1.1.c1").error())
        .get()
        .asString()
        .startsWith("timed out after 300 ms");
  }

  @Test
  void aTurnWhoseEndIsNotAcceptedIsNoLongerHeld() throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) -> WireError.of(WireError.Code.INVALID, "no"),
            prepared -> prepared.fail(Call.Release.class, 100));
    daemon.enqueue(activation("a1"));
    daemon.await(() -> log.stream().anyMatch(line -> line.contains("not accepted: internal")));

    daemon.disconnect();
    daemon.await(() -> daemon.calls(Call.Hello.class).size() == 2);
    assertThat(daemon.calls(Call.Hello.class).getLast().held()).isEmpty();
  }

  @Test
  void aStaleLeaseEndsTheTurnWithoutAnOutcome() throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) ->
                call.activation().equals("a1")
                    ? calls(sh("c1", "touch up; sleep 1000"))
                    : answer());
    daemon.enqueue(activation("a1"));
    awaitFile("up");

    daemon.takeAway("a1");
    ScriptedDaemon.End other = run(daemon, activation("a2"));

    assertThat(other.activation()).isEqualTo("a2");
    daemon.await(() -> log.stream().anyMatch(line -> line.contains("turn a1-turn dropped")));
    assertThat(daemon.ends).hasSize(1);
    assertThat(daemon.results).isEmpty();
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
    assertThat(daemon.ends).extracting(ScriptedDaemon.End::activation).containsExactly("a1");
    assertThat(daemon.calls(Call.Complete.class))
        .extracting(Call.Complete::activation)
        .containsOnly("a1");
  }

  @Test
  void aStopWithoutGraceKillsTheToolsAndLeavesTheTurn() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> calls(sh("c1", "echo $$ > pid.new; mv pid.new pid; sleep 1000")));
    daemon.enqueue(activation("a1"));
    long pid = Long.parseLong(awaitFile("pid"));

    daemon.tell(new Notice.Stop(0));

    assertThat(exits.getFirst().join()).isEqualTo(Exit.STOPPED);
    assertThat(daemon.ends).isEmpty();
    assertThat(ProcessHandle.of(pid)).isEmpty();
  }
}
