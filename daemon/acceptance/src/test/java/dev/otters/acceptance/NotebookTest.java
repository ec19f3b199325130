package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The shipped agent that keeps what it learned, with its shipped script. */
@Tag("bubblewrap")
class NotebookTest {
  private static final String RULE = "From now on: answer in one sentence";

  @AutoClose private Otters otters;

  @BeforeEach
  void theShippedAgents() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.copyAgentfiles();
  }

  @Test
  void everyCommandOfItsReadmeDoesWhatTheReadmeSays() {
    try (var users = Executors.newVirtualThreadPerTaskExecutor()) {
      CompletableFuture<Void> user =
          CompletableFuture.runAsync(() -> Editor.allow(otters, "notebook", "tuesday"), users);

      assertThat(DocumentedCommands.of("agentfiles/notebook/README.md").run(otters)).isEqualTo(14);

      user.join();
    }
  }

  @Test
  void whatItLearnedOutlivesAKilledDaemon() {
    otters.run("run", "agentfiles/notebook", "--grant", "project/otters").ok();
    otters.run("prompt", "notebook", "Remember: the harbour is at Kestrel Bay").ok();
    Run.Started rule = otters.start("prompt", "-s", "rules", "notebook", RULE);
    Editor.allow(otters, "notebook", "rules");
    assertThat(rule.await().ok()).contains("I will do so in all conversations.");

    otters.killDaemon();

    assertThat(otters.run("prompt", "notebook", "Where is the harbour?").ok())
        .contains("I was told: the harbour is at Kestrel Bay");
    assertThat(otters.run("resources", "read", "notebook", "MEMORY.md").ok())
        .isEqualTo("- answer in one sentence\n");
  }

  @Test
  void aRuleThatTheUserDeniesIsNotKept() {
    otters.run("run", "agentfiles/notebook", "--grant", "project/otters").ok();
    Run.Started rule = otters.start("prompt", "-s", "rules", "notebook", RULE);
    Eventually.is("a call waits", () -> otters.json("approvals").size() > 0);

    otters.run("session", "confirm", "notebook", "rules", "--deny").ok();

    assertThat(rule.await().ok()).contains("I could not: ");
    assertThat(otters.run("resources", "read", "notebook", "MEMORY.md").ok()).isEmpty();
  }
}
