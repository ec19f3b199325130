package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/mcp.md, with a server in a sandbox. */
@Tag("bubblewrap")
class DocumentedServersTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void theAgentsOfThePage() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Librarian.prepare(otters);
    otters.script("helpdesk", "rules:\n  - say: Hello.\n");
    Otters.write(
        otters.files().resolve("helpdesk").resolve("Agentfile"),
        """
        FROM scratch
        NAME helpdesk
        MODEL scripted/helpdesk
        RESOURCE tickets kind=mcp url=https://tickets.example.com/mcp read-tools=find,list
        """);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/mcp.md").run(otters)).isEqualTo(5);
  }
}
