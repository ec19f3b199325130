package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs docs/tracing.md, docs/context.md and docs/files.md. */
@Tag("docker")
class DocumentedTracesTest extends VendorPage {
  @Override
  void prepare() throws IOException {
    otters.copyAgentfiles();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/tracing.md", "docs/context.md", "docs/files.md"})
  void everyCommandOfThePageDoesWhatThePageSays(String page) {
    int count = DocumentedCommands.of(page).run(otters);

    assertThat(count).isGreaterThan(5);
  }
}
