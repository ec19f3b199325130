package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/network.md. */
@Tag("bubblewrap")
class DocumentedNetworkTest {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME scout
      MODEL scripted/guide
      BIN curl otters/tools/curl:latest "Transfers data."
      """;

  @Test
  void everyCommandOfThePageWorks() throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      Otters.write(otters.files().resolve("scout/Agentfile"), AGENTFILE);
      assertThat(DocumentedCommands.of("docs/network.md").run(otters)).isEqualTo(4);
      assertThat(otters.json("inspect", "scout").get(0).get("allowHosts"))
          .hasToString("[\"api.example.com\",\"*.example.org\"]");
    }
  }
}
