package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Kills the daemon at random moments of `run`: the agent is there and answers, or nothing of it is
 * left.
 */
@Tag("docker")
class RunCrashTest {

  private static final int KILLS = 20;
  private static final long SEED = 3;

  @Test
  void aRunIsWholeOrNothingWheneverTheDaemonIsKilled() throws IOException {
    try (Otters otters = Otters.fresh()) {
      Path context = otters.agentWithShell("half", "scripted/guide");
      otters.run("image", "build", "-t", "half:1", context.toString()).ok();
      long duration = durationOfARun(otters);
      Random random = new Random(SEED);
      for (int kill = 0; kill < KILLS; kill++) {
        killDuringARun(otters, (long) (random.nextDouble() * duration));
      }
    }
  }

  private static long durationOfARun(Otters otters) {
    long start = System.nanoTime();
    otters.run("run", "half:1").ok();
    long duration = System.nanoTime() - start;
    otters.run("rm", "-f", "half").ok();
    return duration;
  }

  private static void killDuringARun(Otters otters, long moment) {
    Run.Started run = otters.start("run", "half:1");
    LockSupport.parkNanos(moment);
    otters.killDaemon();
    Run ended = run.await();

    otters.run("info").ok();
    JsonNode agents = otters.json("ps", "-a");
    String when = "after " + moment / 1_000_000 + " ms: " + ended + agents;
    if (agents.isEmpty()) {
      otters.assertNoAgentIsLeft();
      assertThat(ended.code()).as(when).isNotZero();
      return;
    }
    assertThat(agents.size()).as(when).isOne();
    Eventually.is(
        "ready " + when, () -> otters.inspect("half").get("status").asString().equals("ready"));
    assertThat(otters.run("prompt", "half", "hello").ok()).as(when).contains("scripted");
    otters.run("rm", "-f", "half").ok();
    otters.assertNoAgentIsLeft();
  }
}
