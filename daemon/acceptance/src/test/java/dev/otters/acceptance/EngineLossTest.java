package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void anAgentSurvivesTheLossOfItsEngineAndNothingIsStartedTwice() throws IOException {
    Path folder = Files.createTempDirectory("engine-");
    try {
      Matcher host = HOST.matcher(engine(folder, "start"));
      assertThat(host.find()).isTrue();
      try (Otters otters = Otters.fresh().with("DOCKER_HOST", host.group(1))) {
        Path context =
            otters.agentfile(
                "lost",
                """
                FROM scratch
                NAME lost
                MODEL scripted/guide
                BIN sh otters/tools/sh:latest "A shell."
                """);
        otters.run("run", context.toString()).ok();

        engine(folder, "stop");
        assertThat(otters.run("run", "--name", "newcomer", context.toString()).code())
            .isBetween(30, 39);
        assertThat(otters.run("ps", "-a").ok()).contains("lost").doesNotContain("newcomer");
        engine(folder, "start");

        Eventually.is(
            "the agent is ready again",
            () -> otters.inspect("lost").get("status").asString().equals("ready"));
        assertThat(otters.run("prompt", "lost", "hello").ok()).contains("scripted");
        otters.run("rm", "-f", "lost").ok();
        assertThat(otters.json("ps", "-a").isEmpty()).isTrue();
      }
    } finally {
      engine(folder, "clean");
      Trees.delete(folder);
    }
  }
}
