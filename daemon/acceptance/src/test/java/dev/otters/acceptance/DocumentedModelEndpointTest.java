package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/model-endpoint.md. */
@Tag("bubblewrap")
class DocumentedModelEndpointTest {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME coder
      MODEL scripted/small
      BIN curl otters/tools/curl:latest "Transfers data."
      """;

  @Test
  void everyCommandOfThePageWorks() throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      otters.script("small", "rules:\n  - say: \"hello from the script\"\n");
      Otters.write(otters.files().resolve("coder/Agentfile"), AGENTFILE);
      assertThat(DocumentedCommands.of("docs/model-endpoint.md").run(otters)).isEqualTo(6);
      assertThat(otters.json("trace", "coder", "model-endpoint", "1").toString())
          .contains("scripted/small");
    }
  }
}
