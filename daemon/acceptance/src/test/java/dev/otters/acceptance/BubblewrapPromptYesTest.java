package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The calls that {@code otters prompt --yes} allows, as ottersd.yaml says. */
@Tag("bubblewrap")
class BubblewrapPromptYesTest {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME ops
      MODEL scripted/ops
      CONFIG ask-tools="sh"
      BIN sh otters/tools/sh:latest "A shell."
      """;

  private Otters otters;
  private String context;

  @BeforeEach
  void aHomeThatListsATool() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.shellModel("ops");
    list("ops/sh");
    context = otters.agentfile("ops", AGENTFILE).toString();
    otters.run("run", context).ok();
  }

  @AfterEach
  void remove() throws IOException {
    otters.close();
  }

  private void list(String tool) {
    Otters.write(otters.home().resolve("ottersd.yaml"), "prompt-yes: [\"" + tool + "\"]\n");
  }

  private Run.Started prompt(String agent) {
    return otters.start("prompt", "--yes", "-s", "s", agent, "run echo done");
  }

  /** Denies the call that {@code --yes} may not allow, and returns what the prompt noted. */
  private String denied(String agent) throws IOException {
    Path notes = otters.files().resolve("notes");
    Files.deleteIfExists(notes);
    Run.Started answer =
        otters.startShell("otters prompt --yes -s s " + agent + " 'run echo done' 2>notes");
    Eventually.is(
        "the call waits",
        () -> Files.exists(notes) && Otters.read(notes).contains("--yes does not apply"));
    otters.run("session", "confirm", agent, "s", "--deny").ok();
    assertThat(answer.await().out()).contains("the operator denied this call");
    return Otters.read(notes);
  }

  @Test
  void onlyListedToolsOfTheNamedAgentRunUnseenAndTheListIsReadAtTheStart() throws IOException {
    Run allowed = prompt("ops").await();
    assertThat(allowed.ok()).contains("stdout:\ndone\n");
    assertThat(allowed.err()).contains("allowed by --yes");

    otters.run("run", "--name", "other", context).ok();
    assertThat(denied("other"))
        .contains("--yes does not apply: calls of other/sh may not be allowed unseen");

    list("other/sh");
    assertThat(denied("other")).contains("--yes does not apply");
    otters.run("daemon", "stop").ok();
    assertThat(prompt("other").await().ok()).contains("stdout:\ndone\n");
    assertThat(denied("ops"))
        .contains("--yes does not apply: calls of ops/sh may not be allowed unseen");
  }
}
