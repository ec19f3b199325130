package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What docs/local-models.md says, done with the small model that the build has fetched. */
@Tag("docker")
class DocumentedLocalModelsTest {
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    assumeTrue(Weights.file().isPresent(), Weights::trouble);
    Path weights = Weights.file().orElseThrow();
    otters = Otters.fresh();
    Path models = otters.files().resolve("models");
    Weights.link(models, weights);
    otters.with("OTTERS_MODELS", models.toString()).with("PIP_NO_INDEX", "1");
    Files.createSymbolicLink(otters.files().resolve("small.gguf"), weights);
    Files.createSymbolicLink(
        otters.files().resolve("agentfiles"), Distribution.folder().resolve("agentfiles"));
  }

  @AfterEach
  void close() throws IOException {
    if (otters != null) {
      otters.close();
    }
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/local-models.md").run(otters)).isGreaterThan(10);
  }
}
