package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** An engine of its own that goes away while an agent runs, and comes back. */
@ResourceLock("private engine")
@Tag("docker")
class EngineLossTest {

  @Test
  void anAgentSurvivesTheLossOfItsEngineAndNothingIsStartedTwice() throws IOException {
    try (PrivateEngine engine = PrivateEngine.fresh();
        Otters otters = Otters.fresh().with("DOCKER_HOST", engine.host())) {
      Path context = otters.agentWithShell("lost", "scripted/guide");
      otters.run("run", context.toString()).ok();

      engine.stop();
      assertThat(otters.run("run", "--name", "newcomer", context.toString()).code())
          .isBetween(30, 39);
      assertThat(otters.run("ps", "-a").ok()).contains("lost").doesNotContain("newcomer");
      engine.start();

      Eventually.within(
          Duration.ofMinutes(2),
          "the agent is ready again",
          () -> otters.inspect("lost").get("status").asString().equals("ready"));
      assertThat(otters.run("prompt", "lost", "hello").ok()).contains("scripted");

      otters.run("rm", "-f", "lost").ok();
      assertThat(otters.json("ps", "-a").isEmpty()).isTrue();
    }
  }
}
