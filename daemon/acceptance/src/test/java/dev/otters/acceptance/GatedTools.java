package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An agent with a shell and a tool whose calls the operator must allow. */
abstract class GatedTools extends OneHome {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME ops
      MODEL scripted/ops
      CONFIG ask-tools="rg"
      ENV COLOR="blue"
      BIN sh otters/tools/sh:latest "A shell."
      BIN rg otters/tools/rg:latest "Searches files."
      """;

  private static final String[] ATTACKS = {
    "rg --version",
    "/opt/bins/rg --version",
    "/opt/bin-images/rg/rg --version",
    "exec -a x /opt/bins/rg --version",
    "PATH=/opt/bin-images/rg:/usr/bin:/bin rg --version",
    "for f in $(find / -name 'rg*' -type f 2>/dev/null); do $f --version; done; echo none found",
    "for p in /proc/[0-9]*; do $p/root/opt/bins/rg --version; done; echo none found",
    "ln -s /opt/bin-images/rg/rg /workspace/x; /workspace/x --version",
    "cat /opt/bin-images/*/rg > /workspace/y; chmod +x /workspace/y; /workspace/y --version",
  };

  private Path source;

  @BeforeAll
  void aHome() throws IOException {
    otters.script(
        "ops",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {user: "search (.*)"}
            call: {tool: rg, args: ["${1}", "/workspace"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
    source = Files.createDirectories(otters.agentfile("mounted", "FROM scratch\n").resolve("src"));
    Otters.write(source.resolve("list.txt"), "one needle\n");
  }

  @BeforeEach
  void anAgentWithAGatedTool() {
    Path context = otters.agentfile("ops", AGENTFILE);
    otters.run("run", "-v", source + ":/workspace/src:ro", context.toString()).ok();
  }

  private Run.Started prompt(String text) {
    return otters.start("prompt", "-s", "s", "ops", text);
  }

  private String awaitCall() {
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    return otters.json("approvals").get(0).get("id").asString();
  }

  @Test
  void theCallRunsOnceItIsAllowedAndSeesTheFilesOfTheAgent() {
    otters.run("prompt", "ops", "run echo 'a needle here' > /workspace/note").ok();
    Run.Started answer = prompt("search needle");
    String call = awaitCall();

    JsonNode approval = otters.json("approvals").get(0);
    assertThat(approval.get("tool").asString()).isEqualTo("rg");
    assertThat(approval.get("args").get(0).asString()).isEqualTo("needle");
    assertThat(otters.json("session", "show", "ops", "s").get("status").asString())
        .isEqualTo("requires_action");
    assertThat(otters.run("session", "confirm", "ops", "s", call, "--allow").ok())
        .isEqualTo("allowed rg needle /workspace\n");

    assertThat(answer.await().ok()).contains("a needle here").contains("one needle");
    assertThat(otters.run("approvals", "-q").ok()).isEmpty();
    assertThat(otters.run("session", "transcript", "ops", "s").ok())
        .contains("waits for approval: rg needle /workspace", "allowed");
  }

  @Test
  void aDenialIsTheResult() {
    Run.Started answer = prompt("search needle");
    awaitCall();
    otters.run("session", "confirm", "ops", "s", "--deny", "--note", "not today").ok();

    assertThat(answer.await().ok()).contains("the operator denied this call: not today");
  }

  @Test
  void anInterruptDeniesWhatWaits() {
    Run.Started answer = prompt("search needle");
    awaitCall();

    assertThat(otters.run("session", "interrupt", "ops", "s").ok()).isEqualTo("interrupted s\n");

    assertThat(answer.await().code()).isNotZero();
    assertThat(otters.json("approvals")).isEmpty();
  }

  @Test
  void aPauseLastsThroughARestartOfTheDaemonAndAStoppedAgent() {
    Run.Started answer = prompt("search needle");
    String call = awaitCall();
    otters.run("stop", "ops").ok();
    otters.run("daemon", "stop").ok();
    otters.run("session", "confirm", "ops", "s", call, "--allow").ok();
    otters.run("start", "ops").ok();

    assertThat(answer.await().ok()).contains("one needle");
  }

  @Test
  void noShellReachesTheTool() throws IOException {
    for (String attack : ATTACKS) {
      assertThat(otters.run("prompt", "ops", "run " + attack).ok())
          .as(attack)
          .doesNotContain("ripgrep");
    }
    assertThat(otters.root("ops").resolve("etc/context/AGENT.md"))
        .content()
        .contains("- **rg** (the operator must allow each call; it runs outside of this sandbox)");
    assertThat(otters.json("approvals")).isEmpty();
  }

  @Test
  void theOperatorAddsAToolAndARemovedAgentLeavesNothing() {
    Run.Started answer = prompt("search needle");
    awaitCall();

    otters.run("rm", "-f", "ops").ok();

    assertThat(answer.await().code()).isNotZero();
    assertThat(otters.json("approvals")).isEmpty();
    Path context = otters.agentfile("ops", AGENTFILE);
    assertThat(otters.run("run", "--ask", "curl", context.toString()).failed(2))
        .contains("the operator cannot be asked about curl: no such BIN");
    otters.run("run", "--ask", "sh", context.toString()).ok();
    Run.Started shell = prompt("run echo $COLOR");
    otters.run("session", "confirm", "ops", "s", awaitCall(), "--allow").ok();
    assertThat(shell.await().ok()).contains("blue");
  }
}
