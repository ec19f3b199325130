package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Kills the daemon at random moments of a turn that has an effect, and counts the effect. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DaemonCrash {

  private static final long SEED = 20_261_122;

  private Otters otters;
  private SessionLog log;

  /** Makes an empty home with the executor under test. */
  abstract Otters fresh() throws IOException;

  /** Says how many turns lose their daemon. */
  abstract int kills();

  @BeforeAll
  void anAgentThatAppendsLines() throws IOException {
    otters = fresh();
    log = new SessionLog(otters);
    otters.script(
        "appender",
        """
        rules:
          - when: {user: "append to (\\\\S+)"}
            call: {tool: sh, args: ["-c", "sleep 0.3; echo line >> /workspace/${1}; sleep 0.3; echo appended"]}
            delay: 40ms
          - when: {result: {tool: sh, matches: "appended"}}
            say: "One line was appended to the file, and this is said slowly enough to be cut."
            delay: 40ms
        """);
    Path context = otters.agentWithShell("appender", "scripted/appender");
    otters.run("run", context.toString()).ok();
  }

  @AfterAll
  void clean() throws IOException {
    otters.close();
  }

  @Test
  void aTurnFinishesOnceWheneverTheDaemonIsKilled() throws IOException {
    List<String> sandboxes = otters.sandboxes();
    JsonNode before = otters.inspect("appender");
    long turn = turnWithoutAKill();
    Random random = new Random(SEED);
    for (int kill = 0; kill < kills(); kill++) {
      long moment = (long) (random.nextDouble() * turn * 1.1);
      killOnceDuringATurn("crash-" + kill, moment);
    }

    assertThat(otters.sandboxes()).hasSize(1).isEqualTo(sandboxes);
    JsonNode after = otters.inspect("appender");
    assertThat(after.get("startedAt")).isEqualTo(before.get("startedAt"));
    assertThat(after.get("restarts").asInt()).isEqualTo(before.get("restarts").asInt());
    assertThat(after.at("/sandbox/id")).isEqualTo(before.at("/sandbox/id"));
    assertThat(after.at("/sandbox/pid")).isEqualTo(before.at("/sandbox/pid"));
  }

  private long turnWithoutAKill() {
    long start = System.nanoTime();
    otters.run("prompt", "appender", "-s", "calm", "append to calm").ok();
    return System.nanoTime() - start;
  }

  private void killOnceDuringATurn(String session, long momentNanos) throws IOException {
    Run.Started prompt = otters.start("prompt", "appender", "-s", session, "append to " + session);
    LockSupport.parkNanos(momentNanos);
    otters.killDaemon();
    otters.run("ps").ok();

    Run answer = prompt.await();

    String when = session + " after " + momentNanos / 1_000_000 + " ms: " + answer;
    assertThat(answer.code()).as(when).isZero();
    assertThat(answer.out().strip())
        .as(when)
        .isEqualTo("One line was appended to the file, and this is said slowly enough to be cut.");
    assertThat(Files.readAllLines(otters.root("appender").resolve("workspace").resolve(session)))
        .as(when)
        .containsExactly("line");
    assertThat(log.count("appender", session, "user.message")).as(when).isOne();
    assertThat(log.count("appender", session, "agent.tool_use")).as(when).isOne();
    assertThat(log.count("appender", session, "agent.tool_result")).as(when).isOne();
    assertThat(log.count("appender", session, "agent.message")).as(when).isOne();
    assertThat(log.count("appender", session, "turn.finished")).as(when).isOne();
  }

  @Test
  void theCallbackFolderSurvivesTwoDaemonRestarts() {
    for (int restart = 0; restart < 2; restart++) {
      ProcessHandle daemon = otters.daemon();
      daemon.destroy();
      ProcessEnd.await("the daemon stops", daemon);
      String file = "restart-" + restart;
      assertThat(otters.run("prompt", "appender", "append to " + file).ok()).contains("One line");
      assertThat(otters.root("appender").resolve("workspace").resolve(file)).hasContent("line\n");
    }
  }

  @Test
  void aSecondDaemonOnTheHomeIsRefusedAndTheFirstGoesOn() {
    long first = otters.daemon().pid();

    String refused = otters.startDaemon().await().failed(4);

    assertThat(refused).contains(Long.toString(first), otters.home().toString());
    assertThat(otters.run("ps").ok()).contains("appender");
    assertThat(otters.daemon().pid()).isEqualTo(first);
  }
}
