package dev.otters.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Protocol;
import dev.otters.protocol.TurnOptions;
import dev.otters.worker.wire.Backoff;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a runtime does about its connection, from the first one on. */
@Timeout(180)
class WorkerConnectionTest extends WorkerBench {
  @ParameterizedTest
  @EnumSource(ScriptedDaemon.Break.class)
  void aTurnFinishesOnceWhereverTheConnectionBreaks(ScriptedDaemon.Break place) throws Exception {
    int tried = 0;
    for (boolean broke = true; broke; tried++) {
      int number = tried;
      Path file = paths.workspace().resolve("lines-" + number);
      ScriptedDaemon daemon =
          start(
              (step, call) ->
                  step == 1 ? calls(sh("c1", "echo line >> " + file.getFileName())) : answer(),
              prepared -> prepared.breakAt(number, place));
      daemon.enqueue(activation("a1"));

      daemon.await(() -> !daemon.ends.isEmpty());

      assertThat(daemon.ends)
          .extracting(ScriptedDaemon.End::kind)
          .containsExactly(Outcome.Kind.ANSWERED);
      assertThat(file).content().as("broken at call %d", tried).isEqualTo("line\n");
      assertThat(daemon.results).hasSize(1);
      broke = daemon.hasBroken();
    }
    // hello, ready, lease, complete, result, complete, lease
    assertThat(tried).isGreaterThanOrEqualTo(7);
  }

  @Test
  void aTurnLivesThroughALongAbsenceOfTheDaemon() throws Exception {
    ScriptedDaemon daemon = start(WorkerBench::waitsForGo);
    daemon.enqueue(activation("a1"));
    awaitFile("up");
    daemon.disconnect();
    daemon.await(() -> daemon.calls(Call.Hello.class).size() == 2);
    Files.writeString(paths.workspace().resolve("go"), "");

    daemon.await(() -> !daemon.ends.isEmpty());

    assertThat(daemon.calls(Call.Hello.class).get(1).held())
        .singleElement()
        .matches(held -> held.activation().equals("a1") && held.fence() == 1);
    assertThat(daemon.ends.getFirst().kind()).isEqualTo(Outcome.Kind.ANSWERED);
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(Call.Hello.class, 10),
        arguments(Call.Ready.class, 15),
        arguments(Call.Lease.class, 10),
        arguments(Call.Complete.class, 4),
        arguments(Call.Result.class, 30));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aDaemonThatFailsForAWhileIsAskedAgain(Class<? extends Call<?>> type, int times)
      throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) -> step == 1 ? calls(sh("c1", "echo x >> file")) : answer(),
            prepared -> prepared.fail(type, times));
    assertThat(run(daemon, activation("a1")).kind()).isEqualTo(Outcome.Kind.ANSWERED);
    assertThat(paths.workspace().resolve("file")).content().isEqualTo("x\n");
  }

  @Test
  void aHeartbeatThatTheDaemonFailsDoesNotEndTheTurn() throws Exception {
    ScriptedDaemon daemon =
        start(WorkerBench::waitsForGo, prepared -> prepared.fail(Call.Heartbeat.class, 3));
    daemon.enqueue(activation("a1"));
    daemon.await(() -> daemon.calls(Call.Heartbeat.class).size() > 4);
    Files.writeString(paths.workspace().resolve("go"), "");

    daemon.await(() -> !daemon.ends.isEmpty());
    assertThat(daemon.ends.getFirst().kind()).isEqualTo(Outcome.Kind.ANSWERED);
  }

  @Test
  void aDaemonOfAnotherProtocolIsRefusedWithBothVersions() throws Exception {
    ScriptedDaemon daemon =
        start((step, call) -> answer(), prepared -> prepared.speak(Protocol.VERSION + 1));

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(log)
        .last()
        .asString()
        .contains(
            "the daemon speaks protocol "
                + (Protocol.VERSION + 1)
                + " and this runtime speaks "
                + Protocol.VERSION);
    assertThat(daemon.calls(Call.Ready.class)).isEmpty();
  }

  @Test
  void aRuntimeThatTheDaemonNoLongerAcceptsEnds() throws Exception {
    ScriptedDaemon daemon = start((step, call) -> answer());
    daemon.await(() -> !daemon.calls(Call.Lease.class).isEmpty());
    daemon.revoke();
    daemon.disconnect();

    assertThat(exits.getFirst().orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(Exit.FAILED);
    assertThat(log).anyMatch(line -> line.contains("no longer accepts this runtime"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "many"})
  void aWrongNumberOfParallelTurnsStillRunsOne(String turns) throws Exception {
    AgentSetup setup = Setups.withConfig(Setups.bare(), "max-parallel-turns", turns);
    ScriptedDaemon daemon =
        start(setup, (step, call) -> answer(), ScriptedDaemon.TOKEN, prepared -> {});

    assertThat(run(daemon, activation("a1")).kind()).isEqualTo(Outcome.Kind.ANSWERED);
  }

  @Test
  void aLeaseThatSucceedsMakesTheNextWaitShortAgain() throws Exception {
    backoff = new Backoff(Duration.ofMillis(1), Duration.ofHours(1));
    ScriptedDaemon daemon =
        start((step, call) -> answer(), prepared -> prepared.fail(Call.Lease.class, 8));
    run(daemon, activation("a1"));
    daemon.fail(Call.Lease.class, 8);
    run(daemon, activation("a2"));

    assertThat(run(daemon, activation("a3")).kind()).isEqualTo(Outcome.Kind.ANSWERED);
  }

  @Test
  void oneHeartbeatAtATimeWaitsForItsAnswer() throws Exception {
    ScriptedDaemon daemon =
        start(
            (step, call) -> calls(sh("c1", "sleep 1000")),
            prepared -> prepared.ignore(Call.Heartbeat.class));

    run(daemon, activation("a1", new TurnOptions(600_000, 1_000)));

    assertThat(daemon.calls(Call.Heartbeat.class)).hasSize(1);
  }

  @Test
  void aMissingBinaryEndsTheStartWithOneSentence() throws Exception {
    AgentSetup setup = Setups.withTools(new AgentSetup.Tool("jq", "", "/gone/jq"));
    ScriptedDaemon daemon =
        start(setup, (step, call) -> answer(), ScriptedDaemon.TOKEN, prepared -> {});

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(daemon.calls(Call.Fatal.class))
        .containsExactly(
            new Call.Fatal("init", "The sandbox has no executable file for: jq (/gone/jq)."));
    assertThat(log)
        .last()
        .asString()
        .endsWith("Z The sandbox has no executable file for: jq (/gone/jq).");
  }

  @Test
  void aWrongTokenEndsTheStartWithoutShowingIt() throws Exception {
    ScriptedDaemon daemon =
        start(Setups.bare(), (step, call) -> answer(), "wrong-token", prepared -> {});

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(log.toString()).contains("this is not your token").doesNotContain("wrong-token");
    assertThat(daemon.calls(Call.Ready.class)).isEmpty();
  }
}
