package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An agent whose shell has a vault, and whose other tool is gated without one. */
abstract class VaultTools extends OneHome {
  static final String AGENTFILE =
      """
      FROM scratch
      NAME ops
      MODEL scripted/ops
      CONFIG ask-tools="rg"
      ENV TOKEN="nothing"
      ENV COLOR="blue"
      BIN sh otters/tools/sh:latest "A shell."
      BIN rg otters/tools/rg:latest "Searches files."
      VAULT github ENV=TOKEN FOR=sh "A token."
      """;

  private static final String WAIT =
      "echo begun > /workspace/begun; while [ ! -e /workspace/go ]; do sleep 1; done; echo"
          + " ${#TOKEN}";

  /** Prints the secret in many ways. */
  private static final List<String> LEAKS =
      List.of(
          "echo $TOKEN; env; set",
          "echo $TOKEN >&2; exit 3",
          "printf %s $TOKEN | base64",
          "printf %s a$TOKEN | base64; printf %s ab$TOKEN | base64 -w 20; env | base64",
          "echo https://example.com/?t=$(printf %s $TOKEN | sed 's,/,%2F,g;s,+,%2B,g;s,=,%3D,g')",
          "printf %s $TOKEN | head -c 9; sleep 1; printf %s $TOKEN | tail -c +10",
          "yes 0123456789abcde | head -c 16377; echo $TOKEN; yes fill | head -c 40000; echo"
              + " $TOKEN");

  String canary = "";

  /** Returns what is known of the sandboxes that run, one text for each. */
  abstract List<String> sandboxes();

  @BeforeAll
  void aHome() throws IOException {
    Traces.logEverything(otters);
    otters.script(
        "ops",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {user: "search (.*)"}
            call: {tool: rg, args: ["-a", "${1}", "/proc/self/environ"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
  }

  @BeforeEach
  void anotherSecret() {
    canary = "can+ary/" + UUID.randomUUID() + "=" + UUID.randomUUID();
  }

  @Override
  @AfterEach
  void removeTheAgents() {
    super.removeTheAgents();
    if (Files.exists(otters.home().resolve("vaults/github"))) {
      otters.run("vault", "rm", "github").ok();
    }
  }

  private String start() {
    return otters.run("run", otters.agentfile("ops", AGENTFILE).toString()).ok();
  }

  private Run.Started prompt(String text) {
    return otters.start("prompt", "-s", "s", "ops", text);
  }

  private String allowed(String text) {
    Run.Started answer = prompt(text);
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    String call = otters.json("approvals").get(0).get("id").asString();
    otters.run("session", "confirm", "ops", "s", call, "--allow").ok();
    return answer.await().ok();
  }

  private void set(String value) {
    assertThat(otters.runWith(value + "\n", "vault", "set", "github").ok())
        .isEqualTo("set github\n");
  }

  private Path workspace() {
    return otters.root("ops").resolve("workspace");
  }

  @Test
  void aVaultWithoutAValueIsNamedAndAChangedValueAppliesToTheNextCall() {
    Run run = otters.run("run", otters.agentfile("ops", AGENTFILE).toString());
    run.ok();
    assertThat(run.out() + run.err())
        .contains("the vault github has no value", "otters vault set github");
    assertThat(otters.run("vault", "ls").ok()).contains("github", "no", "ops/sh");
    Run.Started answer = prompt("run echo ${#TOKEN} $COLOR");
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    String call = otters.json("approvals").get(0).get("id").asString();
    assertThat(otters.run("session", "confirm", "ops", "s", call, "--allow").failed(4))
        .contains("the vault github has no value", "otters vault set github");
    assertThat(otters.json("approvals").size()).isEqualTo(1);

    set(canary);
    otters.run("session", "confirm", "ops", "s", call, "--allow").ok();
    assertThat(answer.await().ok()).contains(canary.length() + " blue");
    set("another-value");
    assertThat(allowed("run echo ${#TOKEN}")).contains("13");
    assertThat(otters.run("stop", "ops").ok()).isNotEmpty();
    otters.run("vault", "rm", "github").ok();
    Run again = otters.run("start", "ops");
    assertThat(again.out() + again.err()).contains("the vault github has no value");
  }

  @Test
  void aToolWithTheProxyGetsTheValue() {
    set(canary);
    String context = otters.agentfile("ops", AGENTFILE).toString();
    otters.run("run", "--allow-host", "example.com", context).ok();

    assertThat(allowed("run echo ${#TOKEN} $HTTPS_PROXY; echo $TOKEN"))
        .contains(canary.length() + " http://127.0.0.1:")
        .contains("(secret)")
        .doesNotContain(canary);
  }

  @Test
  void theToolIsNotInTheSandboxOfTheAgentAndAnotherGatedToolLacksTheValue() throws IOException {
    set(canary);
    start();

    assertThat(otters.root("ops").resolve("etc/context/AGENT.md"))
        .content()
        .contains("- **sh** (the operator must allow each call; it runs outside of this sandbox)");
    assertThat(allowed("search TOKEN")).contains("TOKEN=nothing").doesNotContain("secret");
    assertThat(otters.run("exec", "ops", "/opt/bins/sh", "-c", "echo $TOKEN").code()).isNotZero();
    assertThat(workspace().resolve("begun")).doesNotExist();
  }

  @Test
  void aValueIsInItsFileAndInTheProcessOfItsToolAndNowhereElse() throws Exception {
    set(canary);
    start();
    String[] writings = Traces.writings(canary);
    Run.Started waiting = prompt("run " + WAIT);
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    otters
        .run(
            "session",
            "confirm",
            "ops",
            "s",
            "--allow",
            otters.json("approvals").get(0).get("id").asString())
        .ok();
    Path workspace = workspace();
    Eventually.is("the tool runs", () -> Files.exists(workspace.resolve("begun")));

    List<String> said = new ArrayList<>(sandboxes());
    assertThat(said).as("while the tool runs").isNotEmpty();
    assertThat(Trees.filesWith(otters.home(), writings))
        .containsExactly(otters.home().resolve("vaults/github"));
    assertThat(Traces.processesWith(otters, writings))
        .allMatch(file -> file.endsWith("environ"), "no arguments")
        .allMatch(file -> isShell(file.resolveSibling("comm")), "only the tool and its children");
    assertThat(otters.run("vault", "reveal", "github").ok()).contains(canary);
    Otters.write(workspace.resolve("go"), "");
    assertThat(waiting.await().ok()).contains("" + canary.length());

    for (String leak : LEAKS) {
      said.add(allowed("run " + leak));
    }
    said.add(allowed("run echo " + canary));
    said.add(otters.run("session", "transcript", "ops", "s").ok());
    said.add(otters.run("session", "export", "ops", "s").ok());
    said.add(otters.run("session", "show", "ops", "s", "--output", "json").ok());
    said.add(otters.run("inspect", "ops", "--output", "json").ok());
    said.add(otters.run("logs", "ops").ok());
    said.add(otters.run("vault", "ls", "--output", "json").ok());
    said.add(otters.run("trace", "ops", "s", "2", "--output", "json").ok());
    for (String path : List.of("/v1/agents/ops/sessions/s/events", "/v1/vaults", "/v1/audit")) {
      said.add(Traces.answer(otters, path));
    }
    said.addAll(sandboxes());
    assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(writings));
    assertThat(String.join("\n", said)).contains("TOKEN=(secret)");
    assertThat(Otters.read(Traces.log(otters))).contains("DEBUG dev.otters");
    assertThat(Trees.filesWith(otters.home(), writings))
        .containsExactly(otters.home().resolve("vaults/github"));
  }

  private static boolean isShell(Path name) {
    try {
      return Files.readString(name).matches("(?s)(sh|sleep|busybox|dash)\n");
    } catch (IOException ended) {
      return true;
    }
  }

  @Test
  void aLookAtAValueIsRecordedAndHostileNamesAndValuesAreRefused() throws IOException {
    set(canary);
    assertThat(otters.run("vault", "reveal", "github").ok()).isEqualTo(canary + "\n");
    assertThat(otters.run("system", "audit").ok())
        .containsSubsequence("/reveal", "github", "PUT /v1/vaults/{vault}", "github");
    assertThat(otters.run("vault", "reveal", "absent").failed(3)).contains("has no value");
    for (String name : List.of("..", ".x", "a b", "../daemon.db", "")) {
      assertThat(otters.runWith(canary, "vault", "set", name).code()).as(name).isNotZero();
    }
    assertThat(otters.runWith("short", "vault", "set", "x").failed(2))
        .contains("fewer than 8 characters");
    assertThat(otters.runWith("", "vault", "set", "x").failed(2)).contains("no value is given");
    try (var files = Files.list(otters.home().resolve("vaults"))) {
      assertThat(files).containsExactly(otters.home().resolve("vaults/github"));
    }
  }

  @Test
  void vaultsThatContradictEachOtherAndDangerousVariablesAreRefused() {
    String twice = AGENTFILE + "VAULT other ENV=TOKEN FOR=sh\n";
    assertThat(otters.run("run", otters.agentfile("twice", twice).toString()).failed(2))
        .contains("VAULT github and other all set TOKEN for sh");
    for (String key : List.of("PATH", "LD_PRELOAD", "HOME", "OTTERSD_URL", "JAVA_TOOL_OPTIONS")) {
      String bad = AGENTFILE.replace("ENV=TOKEN FOR", "ENV=" + key + " FOR");
      assertThat(otters.run("build", otters.agentfile("bad", bad).toString()).code())
          .as(key)
          .isNotZero();
    }
  }
}
