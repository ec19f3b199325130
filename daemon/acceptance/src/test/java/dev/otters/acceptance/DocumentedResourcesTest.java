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
    otters.script("editor", "rules:\n  - say: \"Hello.\"\n");
    Otters.write(
        otters.files().resolve("editor").resolve("Agentfile"),
        """
        FROM scratch
        NAME editor
        MODEL scripted/editor
        BIN sh otters/tools/sh:latest "A shell."
        CONTEXT SOUL "Who you are" <<EOF
        You are kind.
        EOF
        """);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/resources.md").run(otters)).isEqualTo(5);
  }
}
