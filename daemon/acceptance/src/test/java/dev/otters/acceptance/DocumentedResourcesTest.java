package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/resources.md. */
@Tag("bubblewrap")
class DocumentedResourcesTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void anAgentWithDurableFiles() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Editor.prepare(otters);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/resources.md").run(otters)).isEqualTo(15);
  }
}
