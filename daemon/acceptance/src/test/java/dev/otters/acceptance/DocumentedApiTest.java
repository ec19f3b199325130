package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/api.md with curl. */
@Tag("docker")
class DocumentedApiTest {
  @Test
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    try (Otters otters = Otters.fresh()) {
      otters.copyAgentfiles();

      int count = DocumentedCommands.of("docs/api.md").run(otters);

      assertThat(count).isGreaterThan(25);
    }
  }
}
