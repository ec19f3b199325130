package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents without a sandbox, which an ordinary user's daemon runs when it is told to. */
@Tag("bubblewrap")
class UnsandboxedTest extends OneHome {
  private static final int USER = 64_124;
  private static final String KEY = "sk-n0t-for-agents";

  private Path source;
  private boolean root;

  @Override
  Otters fresh() throws IOException {
    return Otters.freshOfAnOrdinaryUser(USER).with("ANTHROPIC_API_KEY", KEY);
  }

  @BeforeAll
  void open() throws IOException {
    root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    source = Files.createDirectory(otters.files().resolve("source"));
    Otters.write(source.resolve("README.md"), "# Holt\nA home of otters.\n");
    if (root) {
      Files.setAttribute(source, "unix:uid", USER);
    }
    otters.copyAgentfiles();
  }

  private Run guide(String... more) {
    List<String> all = new ArrayList<>(List.of("run", "--executor", "system", "--unsandboxed"));
    all.addAll(List.of("agentfiles/guide", "-v", source + ":/workspace/src:Project source"));
    all.addAll(List.of(more));
    return otters.run(all.toArray(String[]::new));
  }

  private ProcessHandle process() {
    int pid = otters.inspect("guide").at("/sandbox/pid").asInt();
    return ProcessHandle.of(pid).orElseThrow();
  }

  @Test
  void theMainJobIsDoneOnTheMachineItself() throws IOException {
    Run run = guide();
    assertThat(run.ok() + run.err()).contains("it has no sandbox");
    assertThat(otters.run("ps").ok()).contains("unsandboxed, ready");
    assertThat(otters.run("prompt", "guide", "What is this project?").ok())
        .contains("Holt", "A home of otters.");

    Run logs = otters.run("logs", "guide");
    assertThat(logs.ok() + logs.err()).contains("ready: 2 tools").doesNotContain("[warn");
    ProcessHandle first = process();
    otters.run("stop", "guide").ok();
    Eventually.is("the process is gone", () -> !first.isAlive());
    otters.run("start", "guide").ok();
    assertThat(otters.root("guide").resolve("workspace/agent")).isSymbolicLink();
    assertThat(otters.root("guide").resolve("workspace/agent.moved")).doesNotExist();
    assertThat(otters.root("guide").resolve("workspace/.otters-runtime")).isSymbolicLink();
    assertThat(otters.root("guide").resolve("memory/learnings/lessons.jsonl")).isEmptyFile();
    assertThat(otters.root("guide").resolve("workspace/.otters-runtime.moved")).doesNotExist();
    otters.run("prompt", "guide", "Write a file.").ok();
    assertThat(source.resolve("otters-was-here")).hasContent("the guide was here\n");

    ProcessHandle second = process();
    otters.run("rm", "-f", "guide").ok();
    Eventually.is("the process is gone", () -> !second.isAlive());
    otters.assertNoAgentIsLeft();
    assertThat(source.resolve("README.md")).exists();
  }

  @Test
  void whatTheModelAndItsToolsReadHasThePathsOfTheMachine() {
    guide().ok();
    Path own = otters.root("guide");
    assertThat(own.resolve("etc/context/WORKSPACE.md"))
        .content()
        .contains(
            "without a sandbox",
            "`" + own + "/workspace`",
            "`" + own + "/usr/bin/sh`",
            "`" + own + "/etc/context/SOUL.md`")
        .doesNotContain("live in a sandbox", "`/workspace", "`/usr/bin", "`/etc");
    assertThat(own.resolve("etc/context/MOUNTS.md"))
        .content()
        .contains("`" + own + "/workspace/src` *(rw, read-write)* — Project source");
    assertThat(own.resolve("etc/context/AGENT.md"))
        .content()
        .contains("the network of the machine")
        .doesNotContain("of memory", "processes and threads");
    assertThat(own.resolve("etc/agent.yaml"))
        .content()
        .contains(
            "workspace: " + own + "/workspace\n",
            "binary: " + own + "/usr/bin/sh",
            "usage: " + own + "/etc/data/bins/sh/USAGE.md",
            own + "/etc/context/SOUL.md");
    assertThat(otters.inspect("guide").at("/tools/0/path").asString())
        .isEqualTo(own + "/usr/bin/sh");
  }

  @Test
  void noSecretIsInTheEnvironmentOfTheProcess() throws IOException {
    guide().ok();
    assumeTrue(root, "the runtime lets only root look into it");
    Path file = Path.of("/proc", "" + process().pid(), "environ");
    String environment = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(environment.split("\0", -1))
        .filteredOn(variable -> !variable.isEmpty())
        .allMatch(
            variable ->
                variable.matches("(?s)(HOME|TMPDIR|PATH|LANG|OTTERSD_URL|OTTERS_AGENT_ROOT)=.*"));
    assertThat(environment).doesNotContain(KEY);
  }

  @Test
  void aKilledDaemonFindsItsAgentAgain() {
    guide().ok();
    long before = process().pid();
    otters.killDaemon();

    assertThat(otters.run("prompt", "guide", "What is this project?").ok()).contains("Holt");
    assertThat(process().pid()).isEqualTo(before);
    assertThat(otters.sandboxes()).hasSize(1);
  }

  @Test
  void whatOnlyASandboxHoldsIsRefused() {
    for (List<String> asked :
        List.of(
            List.of("--memory", "1g"),
            List.of("--pids", "50"),
            List.of("--network", "none"),
            List.of("-v", source + ":/workspace/again:Again:ro"))) {
      guide(asked.toArray(String[]::new)).failed(38);
    }
    otters.assertNoAgentIsLeft();
  }

  @Test
  void everyLimitationIsNamed() {
    guide().ok();
    JsonNode agent = otters.inspect("guide");
    assertThat(agent.get("executor").asString()).isEqualTo("unsandboxed");
    assertThat(agent.get("limitations").toString())
        .contains("no-sandbox", "host-network", "read-only-mounts", "memory-limit");
    assertThat(agent.get("warnings").toString()).contains("it has no sandbox");
    assertThat(otters.run("info").ok()).contains("unsandboxed", "no-sandbox");
  }

  @Test
  void aDaemonOfRootRefuses() throws IOException {
    assumeTrue(root, "only root can start a daemon of root");
    try (Otters roots = Otters.freshWithBubblewrap()) {
      assertThat(
              roots
                  .run(
                      "run",
                      "--executor",
                      "system",
                      "--unsandboxed",
                      otters.files().resolve("agentfiles/guide").toString())
                  .failed(38))
          .contains("the daemon runs as root", "ordinary user");
      roots.assertNoAgentIsLeft();
    }
  }
}
