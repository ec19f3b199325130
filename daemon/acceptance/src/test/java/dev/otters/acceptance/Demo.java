package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the demo itself, as {@code ./gradlew demo} does, in one kind of sandbox: with the small
 * local model, and where its weights cannot be had with the script alone.
 */
@Timeout(180)
abstract class Demo {
  private static final System.Logger LOG = System.getLogger(Demo.class.getName());

  @TempDir Path folder;

  /** Names the sandbox as the demo does, with the variables that choose it. */
  record Place(String sandbox, Map<String, String> environment) {}

  abstract Place place();

  @Test
  void showsAModelAndAnAgentAtWorkAndLeavesNothing() throws IOException {
    Path project = Files.createDirectory(folder.resolve("project"));
    Files.writeString(project.resolve("README.md"), "# Brook\n\nCounts the fish of a brook.\n");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Optional<Path> weights = Weights.file();
    Run run = demo(project, temporary, weights);

    assertThat(run.ok())
        .contains("Sandbox: " + place().sandbox())
        .contains(
            "According to /workspace/src/README.md this is Brook: Counts the fish of a brook.")
        .contains("/workspace/src/otters-was-here is on a read-only mount")
        .contains("$ otters logs guide");
    if (weights.isPresent()) {
      assertThat(run.out())
          .contains("Model: local/smollm2-135m, because it was asked for")
          .containsPattern("Why is the sky blue\\?\\n[^$]{20,}");
    } else {
      LOG.log(Level.ERROR, "!!!! THE DEMO RAN WITHOUT A REAL MODEL: {0} !!!!", Weights.trouble());
      assertThat(run.out()).contains("Model: scripted/guide, because");
    }
    assertThat(project.resolve("otters-was-here")).doesNotExist();
    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).as("what the demo left").isEmpty();
    }
  }

  private Run demo(Path project, Path temporary, Optional<Path> weights) throws IOException {
    Map<String, String> environment = new HashMap<>(place().environment());
    environment.put("HOME", temporary.resolveSibling("user").toString());
    environment.put("TMPDIR", temporary.toString());
    environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
    environment.put("OTTERS_JAVA_HOME", System.getProperty("java.home"));
    environment.put("OTTERS_MODELS", folder.resolve("models").toString());
    environment.put("PIP_NO_INDEX", "1");
    if (weights.isPresent()) {
      Weights.link(folder.resolve("models"), weights.get());
    }
    String script = Distribution.root().resolve("gradle/demo/demo.sh").toString();
    String model = weights.isPresent() ? "smollm2-135m" : "";
    return Run.start(
            project,
            environment,
            "",
            List.of(script, Distribution.folder().toString(), project.toString(), model))
        .await();
  }
}
