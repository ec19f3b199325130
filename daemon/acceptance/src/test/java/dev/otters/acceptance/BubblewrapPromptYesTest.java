package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

  /** Decides on the call that {@code --yes} may not allow. */
  private Run denied(String agent) {
    Run.Started answer = prompt(agent);
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    otters.run("session", "confirm", agent, "s", "--deny").ok();
    Run run = answer.await();
    assertThat(run.out()).contains("the operator denied this call");
    return run;
  }

  @Test
  void onlyListedToolsOfTheNamedAgentRunUnseenAndTheListIsReadAtTheStart() {
    Run allowed = prompt("ops").await();
    assertThat(allowed.ok()).contains("stdout:\ndone\n");
    assertThat(allowed.err()).contains("allowed by --yes");

    otters.run("run", "--name", "other", context).ok();
    assertThat(denied("other").err())
        .contains("--yes does not apply: calls of other/sh may not be allowed unseen");

    list("other/sh");
    assertThat(denied("other").err()).contains("--yes does not apply");
    otters.run("daemon", "stop").ok();
    assertThat(prompt("other").await().ok()).contains("stdout:\ndone\n");
    assertThat(denied("ops").err())
        .contains("--yes does not apply: calls of ops/sh may not be allowed unseen");
  }
}
