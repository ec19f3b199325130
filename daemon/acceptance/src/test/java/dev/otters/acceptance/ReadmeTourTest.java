package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tour of the README, from nothing to a conversation that is traced and has a budget. */
@Tag("bubblewrap")
class ReadmeTourTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void openAProject() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.copyAgentfiles();
    Otters.write(otters.files().resolve("README.md"), "# Brook\n\nCounts the fish of a brook.\n");
  }

  @Test
  void fiveCommandsLeadToATracedConversationWithABudget() {
    int count =
        DocumentedCommands.of("README.md", "### A first conversation", "### A real model")
            .run(otters);

    assertThat(count).isEqualTo(5);
  }
}
