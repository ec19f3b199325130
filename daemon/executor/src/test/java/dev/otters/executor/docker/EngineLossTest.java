package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Exit;
import dev.otters.executor.LogFollower;
import dev.otters.executor.Sandbox;
import dev.otters.executor.Subscription;
import dev.otters.executor.testkit.OrdinaryUser;
import dev.otters.executor.testkit.Recorder;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stops and starts a private engine. */
class EngineLossTest extends DockerTest {
  private static final Path ROOT = Path.of(System.getProperty("otters.root"));
  private static final String VERSION = System.getenv().getOrDefault("OTTERS_TEST_ENGINE", "28");
  private static Map<String, String> environment = Map.of();
  private static @TempDir Path folder;

  @BeforeAll
  static void startEngine() throws Exception {
    assumeTrue(
        OrdinaryUser.isRoot() && Files.exists(Path.of("/etc/debian_version")),
        "a private engine needs root on Debian");
    environment = Map.of("DOCKER_HOST", engine("start"));
  }

  @AfterAll
  static void removeEngine() throws Exception {
    if (!environment.isEmpty()) {
      engine("clean");
    }
  }

  private static String engine(String verb) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(ROOT.resolve("gradle/engine.sh").toString(), verb, VERSION)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("OTTERS_ENGINE_DIR", folder.toString());
    Process process = builder.start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("engine.sh " + verb).isZero();
    return output.strip().replace("DOCKER_HOST=", "");
  }

  @Override
  protected Executor open() {
    return DockerFixture.open(home, temp, environment);
  }

  @Test
  void tellsWhenTheEngineGoesAndComesBackAndWhatEndedMeanwhile() throws Exception {
    Recorder recorder = new Recorder();
    Recorder output = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      Sandbox sandbox = runUntilReady("echo ready; while :; do /bin/busybox sleep 1; done");
      try (LogFollower _ = executor.logs(agent, Instant.EPOCH, output)) {
        output.awaitLine("ready");
        engine("stop");
        recorder.awaitEngine("lost");
        output.awaitEnd();
      }

      assertThat(refusal(() -> executor.list()).reason()).isEqualTo(Reason.ENGINE_LOST);
      assertThat(refusal(() -> executor.status(agent)).reason()).isEqualTo(Reason.ENGINE_LOST);
      assertThat(refusal(() -> executor.info()).reason()).isEqualTo(Reason.ENGINE_LOST);
      assertThat(refusal(() -> executor.create(spec("exit"), Progress.NONE)).reason())
          .isEqualTo(Reason.ENGINE_LOST);

      engine("start");
      recorder.awaitEngine("back");
      Recorder.Ended ended = recorder.awaitExit(agent);
      assertThat(ended.sandbox()).isEqualTo(sandbox.id());
      assertThat(ended.exit().code()).isNotEqualTo(0);
      assertThat(ended.exit().oom()).isFalse();
      assertThat(recorder.exits()).hasSize(1);

      assertThat(output("echo again")).containsExactly("again");
    }
  }

  @Test
  void tellsOfASandboxThatAnotherHandRemoved() throws IOException {
    Recorder recorder = new Recorder();
    try (Subscription _ = executor.onExit(recorder)) {
      Sandbox sandbox = runUntilReady("echo ready; /bin/busybox sleep 600");
      engine.calls().removeContainerCmd(sandbox.id()).withForce(true).exec();
      Exit exit = recorder.awaitExit(agent).exit();
      // Podman asks first.
      assertThat(exit.code()).isIn(137, 143);
      assertThat(executor.status(agent)).isEmpty();
    }
  }
}
