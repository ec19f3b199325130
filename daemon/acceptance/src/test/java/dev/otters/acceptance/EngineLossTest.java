package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An engine of its own that goes away while an agent runs, and comes back. */
@Tag("docker")
class EngineLossTest {

  private static final Pattern HOST = Pattern.compile("DOCKER_HOST=(unix://\\S+)");

  private static String engine(Path folder, String verb) {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("DOCKER_HOST");
    environment.put("OTTERS_ENGINE_DIR", folder.toString());
    return Run.start(
            Distribution.root(),
            environment,
            "",
            List.of(Distribution.root().resolve("gradle/engine.sh").toString(), verb, "28"))
        .await()
        .ok();
  }

  /** Kills the engine that listens at {@code socket}, and nothing of its sandboxes. */
  private static void kill(Path socket) {
    long pid = Long.parseLong(Otters.read(socket.resolveSibling("dockerd.pid")).strip());
    ProcessHandle engine = ProcessHandle.of(pid).orElseThrow();
    assertThat(engine.destroyForcibly()).isTrue();
    Eventually.is("the engine is gone", () -> !engine.isAlive());
  }

  @Test
  void anAgentSurvivesTheLossOfItsEngineAndNothingIsStartedTwice() throws IOException {
    Path folder = Files.createTempDirectory("engine-");
    try {
      Matcher host = HOST.matcher(engine(folder, "start"));
      assertThat(host.find()).isTrue();
      try (Otters otters = Otters.fresh().with("DOCKER_HOST", host.group(1))) {
        Path context = otters.agentWithShell("lost", "scripted/guide");
        otters.run("run", context.toString()).ok();

        engine(folder, "stop");
        assertThat(otters.run("run", "--name", "newcomer", context.toString()).code())
            .isBetween(30, 39);
        assertThat(otters.run("ps", "-a").ok()).contains("lost").doesNotContain("newcomer");
        engine(folder, "start");

        Eventually.within(
            Duration.ofMinutes(2),
            "the agent is ready again",
            () -> otters.inspect("lost").get("status").asString().equals("ready"));
        assertThat(otters.run("prompt", "lost", "hello").ok()).contains("scripted");

        Run.Started cut = otters.start("run", "--name", "newcomer", context.toString());
        Eventually.is("the run makes its folder", () -> otters.folders() > 1);
        kill(Path.of(host.group(1).substring("unix://".length())));
        Run broken = cut.await();
        engine(folder, "start");
        assertThat(broken.code()).as("%s", broken).isNotZero();
        Eventually.within(
            Duration.ofMinutes(2),
            "only the old agent is there, and ready",
            () ->
                !otters.run("ps", "-a").ok().contains("newcomer")
                    && otters.inspect("lost").get("status").asString().equals("ready"));

        otters.run("rm", "-f", "lost").ok();
        assertThat(otters.json("ps", "-a").isEmpty()).isTrue();
      }
    } finally {
      engine(folder, "clean");
      Trees.delete(folder);
    }
  }
}
