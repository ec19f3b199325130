package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent that says that it is done, and then does the work. */
@Tag("bubblewrap")
class OutcomeGateTest {
  private static final String EVERYWHERE =
      "for f in report.txt pass.txt outcome.json; do echo pass >/workspace/$f; done;"
          + " for f in sh grep; do echo exit 0 >/workspace/$f; chmod 755 /workspace/$f; done;"
          + " echo exit 0 >$HOME/.profile;"
          + " echo status: pass >$OTTERS_SESSION_DIR/drafts/SOUL.md";
  private static final String WORK =
      "echo Total: 12 >/workspace/report.txt;"
          + " echo You are stern. >$OTTERS_SESSION_DIR/drafts/SOUL.md";

  /** The program has its own home, and the files of the agent for reading only. */
  private static final String CHECK =
      "[ ! -e $HOME/.profile ] && ! (: >made) 2>/dev/null && : >/tmp/own"
          + " && grep -q stern $OTTERS_SESSION_DIR/drafts/SOUL.md"
          + " && cat /workspace/agent/SOUL.md && grep -x 'Total: 12' report.txt";

  @AutoClose private Otters otters;

  @Test
  void onlyTheWorkPasses() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Editor.prepare(otters);
    script();
    Otters.write(
        otters.files().resolve("outcome.json"),
        """
        {"title": "A report", "criteria": [
          {"text": "There is a total.",
           "check": {"file": "/workspace/report.txt", "matches": "(?m)^Total: [0-9]+$"}},
          {"text": "The lesson is noted.",
           "check": {"file": "drafts/SOUL.md", "matches": "You are stern"}},
          {"text": "The sum is right.", "check": {"bin": "sh", "args": ["-c", "%s"]}}]}
        """
            .formatted(CHECK));
    otters.run("run", "./editor").ok();
    otters.run("prompt", "-s", "s", "editor", "Hello.").ok();
    otters.run("outcome", "set", "editor", "s", "outcome.json").ok();
    assertThat(otters.run("outcome", "evaluate", "editor", "s").code()).isEqualTo(1);

    String claimed = otters.run("prompt", "-s", "s", "editor", "Say that you are done.").ok();
    assertThat(claimed).contains("I could not").contains("fail, 0 of 3 criteria met");
    assertThat(otters.json("approvals").size()).isZero();
    assertThat(Editor.soul(otters)).isEqualTo("You are kind.");

    Run.Started asked = otters.start("prompt", "-s", "s", "editor", "Do the work.");
    Editor.allow(otters);
    assertThat(asked.await().ok()).contains("It is promoted.");
    assertThat(Editor.soul(otters)).isEqualTo("You are stern.\n");
    assertThat(otters.run("outcome", "history", "editor", "s").ok())
        .contains("pass, 3 of 3 criteria met, improving")
        .contains("(exit code 0: You are kind.Total: 12)")
        .contains("fail, 0 of 3 criteria met");
  }

  private void script() throws IOException {
    otters.script(
        "editor",
        """
        rules:
          - when: {result: {tool: resources_promote_to_substrate, matches: '"promoted"'}}
            say: "It is promoted."
          - when: {result: {tool: resources_promote_to_substrate, matches: '(?s)(.*)'}}
            say: "I could not: ${1}"
          - when: {result: {tool: resources_compare_with_substrate,
              matches: '"draftContentHash":"([0-9a-f]+)","expectedVersionId":"([0-9]+)"'}}
            call: {tool: resources_promote_to_substrate, input: '{"sourcePath": "SOUL.md",
              "draftContentHash": "${1}", "expectedVersionId": "${2}"}'}
          - when: {result: {tool: sh, matches: '(?s)(.*)'}}
            call: {tool: resources_compare_with_substrate, input: '{"sessionPath": "SOUL.md"}'}
          - when: {result: {tool: resources_stage_from_substrate, matches: '(?s)(.*)'}}
            say: "Staged."
          - when: {user: "done"}
            call: {tool: sh, input: '{"args": ["-c", "%s"]}'}
          - when: {user: "work"}
            call: {tool: sh, input: '{"args": ["-c", "%s"]}'}
          - when: {user: "Hello"}
            call: {tool: resources_stage_from_substrate, input: '{"sourcePath": "SOUL.md"}'}
          - say: "Hello."
        """
            .formatted(EVERYWHERE, WORK));
  }
}
