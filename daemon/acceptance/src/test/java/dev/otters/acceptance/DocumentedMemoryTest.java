package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/memory.md and docs/grants.md, with an agent that remembers. */
@Tag("bubblewrap")
class DocumentedMemoryTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void anAgentThatRemembers() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Notebook.prepare(otters);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/memory.md").run(otters)).isEqualTo(13);

    assertThat(otters.run("memory", "ls", "-q").ok()).isEmpty();
    assertThat(otters.run("memory", "audit").ok()).contains("write", "search", "read-write");
  }

  @Test
  void everyCommandOfThePageOfGrantsDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/grants.md").run(otters)).isEqualTo(31);
  }

  @Test
  void aClientThatFollowsASessionIsToldWhenItsTokenIsRemoved() {
    otters.run("run", "--grant", "app/a", "./notebook").ok();
    otters.run("prompt", "-s", "a1", "notebook", "Hello").ok();
    otters.shell("otters token create --root app/a > tenant.token").ok();
    Run.Started client =
        otters.startShell(
            "OTTERS_TOKEN=$(cat tenant.token) otters session events -f notebook a1 > seen 2>&1");
    Path seen = otters.files().resolve("seen");
    Eventually.is(
        "the client follows",
        () -> Files.exists(seen) && Otters.read(seen).contains("user.message"));

    otters.shell("otters token rm $(otters token ls -q)").ok();

    assertThat(client.await().code()).isEqualTo(5);
    assertThat(Otters.read(seen)).contains("the token was removed");
  }

  @Test
  void aMemoryOutlivesItsAgentAndAKilledDaemon() {
    otters.run("run", "--grant", "app/u1", "./notebook").ok();
    assertThat(otters.run("prompt", "notebook", "Remember: My editor is vim.").ok())
        .contains("I will remember that.");
    assertThat(otters.run("prompt", "notebook", "Remember at app/u2: My editor is ed.").ok())
        .contains("I could not: ", "this session may not write to app/u2");
    otters.killDaemon();
    otters.run("rm", "-f", "notebook").ok();

    otters.run("run", "--grant", "app/u1/x", "./notebook").ok();

    assertThat(otters.run("prompt", "notebook", "Which editor?").ok())
        .contains("I remember: My editor is vim.");
    assertThat(otters.run("memory", "ls", "-q").ok().lines()).hasSize(1);
  }
}
