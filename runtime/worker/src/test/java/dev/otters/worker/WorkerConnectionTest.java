package dev.otters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.TurnOptions;
import dev.otters.worker.wire.Backoff;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
              (completion, call) ->
                  isLast(call, "Do it.")
                      ? calls("Wait.", sh("c1", "echo line >> " + file.getFileName()))
                      : answer("Done."),
              prepared -> prepared.breakAt(number, place));
      daemon.enqueue(activation("a1"));

      daemon.await(() -> !daemon.acks.isEmpty());

      assertThat(daemon.acks).hasSize(1);
      assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Answered("Done."));
      assertThat(file).content().as("broken at call %d", tried).isEqualTo("line\n");
      assertThat(daemon.events.values().stream().map(event -> event.body().kind().wireName()))
          .containsExactly("agent.message", "agent.tool_use", "agent.tool_result");
      broke = daemon.hasBroken();
    }
    // hello, ready, lease, complete, append, append, complete, ack, lease
    assertThat(tried).isGreaterThanOrEqualTo(9);
  }

  @Test
  void aTurnLivesThroughALongAbsenceOfTheDaemon() throws Exception {
    ScriptedDaemon daemon = start(WorkerBench::waitsForGo);
    daemon.enqueue(activation("a1"));
    awaitFile("up");
    daemon.disconnect();
    daemon.await(() -> daemon.calls(Call.Hello.class).size() == 2);
    Files.writeString(paths.workspace().resolve("go"), "");

    daemon.await(() -> !daemon.acks.isEmpty());

    assertThat(daemon.calls(Call.Hello.class).get(1).held())
        .singleElement()
        .matches(held -> held.activation().equals("a1") && held.fence() == 1);
    assertThat(daemon.acks.getFirst().outcome()).isEqualTo(new Outcome.Answered("Done."));
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Call.Hello.class,
        Call.Ready.class,
        Call.Lease.class,
        Call.Complete.class,
        Call.Append.class,
        Call.Ack.class,
        Call.Heartbeat.class
      })
  void aDaemonThatFailsForAWhileIsAskedAgain(Class<? extends Call<?>> type) throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) -> number == 1 ? calls("", sh("c1", "echo x >> file")) : answer("Done."),
            prepared -> prepared.fail(type, 3));
    Call.Ack ack = run(daemon, activation("a1"));

    assertThat(ack.outcome()).isEqualTo(new Outcome.Answered("Done."));
    assertThat(paths.workspace().resolve("file")).content().isEqualTo("x\n");
  }

  @Test
  void aLeaseThatSucceedsMakesTheNextWaitShortAgain() throws Exception {
    backoff = new Backoff(Duration.ofMillis(1), Duration.ofHours(1));
    ScriptedDaemon daemon =
        start((number, call) -> answer("Done."), prepared -> prepared.fail(Call.Lease.class, 8));
    run(daemon, activation("a1"));
    daemon.fail(Call.Lease.class, 8);
    run(daemon, activation("a2"));

    assertThat(run(daemon, activation("a3")).outcome()).isEqualTo(new Outcome.Answered("Done."));
  }

  @Test
  void oneHeartbeatAtATimeWaitsForItsAnswer() throws Exception {
    ScriptedDaemon daemon =
        start(
            (number, call) -> calls("", sh("c1", "sleep 1000")),
            prepared -> prepared.ignore(Call.Heartbeat.class));

    run(daemon, activation("a1", new TurnOptions(20, 600_000, 1_000, Map.of())));

    assertThat(daemon.calls(Call.Heartbeat.class)).hasSize(1);
  }

  @Test
  void aMissingBinaryEndsTheStartWithOneSentence() throws Exception {
    AgentSetup setup = Setups.withTools(new AgentSetup.Tool("jq", "", "", "/gone/jq"));
    ScriptedDaemon daemon =
        start(setup, (number, call) -> answer(""), ScriptedDaemon.TOKEN, prepared -> {});

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
        start(Setups.bare(), (number, call) -> answer(""), "wrong-token", prepared -> {});

    assertThat(exits.getFirst().join()).isEqualTo(Exit.FAILED);
    assertThat(log.toString()).contains("this is not your token").doesNotContain("wrong-token");
    assertThat(daemon.calls(Call.Ready.class)).isEmpty();
  }
}
