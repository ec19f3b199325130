package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Uses a secret of each kind, also in results, and looks for all of them in everything that is left
 * on the machine: files, processes, logs, answers, images, and what a crash writes.
 */
@Tag("bubblewrap")
class CanariesTest {
  private static final String AGENTFILE =
      """
      FROM scratch
      NAME ops
      MODEL scripted/ops
      BIN sh otters/tools/sh:latest "A shell."
      BIN python3 otters/tools/python3:latest "Runs Python."
      VAULT github ENV=VAULT_TOKEN FOR=python3 "A token."
      """;

  private static final String LEAK =
      "echo $API_TOKEN; env; printf %s $API_TOKEN | base64 -w 0; echo https://example.com/?t="
          + "$(printf %s $API_TOKEN | sed 's,/,%2F,g;s,+,%2B,g;s,=,%3D,g')";

  private static final String WAIT =
      "; echo > /workspace/begun; while [ ! -e /workspace/go ]; do sleep 1; done";

  private static final List<String> ASKED =
      List.of(
          "/v1/info",
          "/v1/audit",
          "/v1/providers",
          "/v1/models",
          "/v1/vaults",
          "/v1/images",
          "/v1/bins",
          "/v1/agents?all=true",
          "/v1/agents/ops",
          "/v1/agents/ops/logs",
          "/v1/agents/ops/sessions/s/events",
          "/v1/agents/asker/sessions/s/events");

  private final String vault = canary();
  private final String variable = canary();
  private final String[] all =
      Traces.writings(FakeVendor.KEY, LoginRegistry.PASSWORD, vault, variable);
  private final List<String> said = new ArrayList<>();
  private FakeVendor vendor;
  private LoginRegistry registry;
  private Otters otters;
  private Path docker;

  private static String canary() {
    return "can+ary/" + UUID.randomUUID() + "=" + UUID.randomUUID();
  }

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    registry = LoginRegistry.start();
    otters = Otters.freshWithBubblewrap();
    docker = Files.createDirectory(otters.files().resolve("docker"));
    otters.with("DOCKER_CONFIG", docker.toString());
    Traces.logEverything(otters);
    otters.script(
        "ops",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {user: "ask (.*)"}
            call: {tool: python3, args: ["-c", "${1}"]}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    registry.close();
    vendor.close();
  }

  private void say(String... arguments) {
    heard(otters.run(arguments));
  }

  private void heard(Run run) {
    assertThat(run.code()).as("%s", run).isZero();
    said.add(run.out() + run.err());
  }

  private void set() {
    heard(vendor.add(otters, "work", FakeVendor.KEY));
    heard(otters.runWith(vault, "vault", "set", "github"));
    String[] login = {"login", registry.address(), "-u", LoginRegistry.USER, "--password-stdin"};
    heard(otters.runWith(LoginRegistry.PASSWORD, login));
  }

  private void use() {
    String image = registry.address() + "/private/ops:1";
    say("build", "-t", image, otters.agentfile("ops", AGENTFILE).toString());
    say("push", image);
    say("pull", image);
    say("run", "-e", "API_TOKEN=" + variable, image);
    say("run", "--name", "asker", otters.agentWithShell("asker", "work/small").toString());
    say("prompt", "-s", "s", "asker", "Are you there?");
    Run.Started asked =
        otters.start("prompt", "-s", "s", "ops", "ask import os; print(os.environ)");
    Eventually.is("a call waits", () -> otters.json("approvals").size() == 1);
    String call = otters.json("approvals").get(0).get("id").asString();
    say("session", "confirm", "ops", "s", call, "--allow");
    heard(asked.await());
  }

  /** Leaks the variable, and looks at the processes while a tool has it. */
  private void leak() throws IOException {
    Path workspace = otters.root("ops").resolve("workspace");
    Run.Started leaking = otters.start("prompt", "-s", "s", "ops", "run " + LEAK + WAIT);
    Eventually.is("the tool runs", () -> Files.exists(workspace.resolve("begun")));
    assertThat(Traces.processesWith(otters, Traces.writings(variable)))
        .isNotEmpty()
        .allMatch(file -> file.endsWith("environ"), "no arguments")
        .allMatch(file -> isTool(file.resolveSibling("comm")), "only the tool and its children");
    assertThat(
            Traces.processesWith(
                otters, Traces.writings(FakeVendor.KEY, LoginRegistry.PASSWORD, vault)))
        .isEmpty();
    Otters.write(workspace.resolve("go"), "");
    heard(leaking.await());
  }

  private static boolean isTool(Path name) {
    try {
      return Files.readString(name).matches("(sh|sleep|busybox)\n");
    } catch (IOException ended) {
      return true;
    }
  }

  /** Ends the daemon so that a Java program writes a report of its crash. */
  private void crash() {
    ProcessHandle daemon = otters.daemon();
    List<String> kill = List.of("/bin/kill", "-SEGV", String.valueOf(daemon.pid()));
    Run.start(otters.files(), System.getenv(), "", kill).await().ok();
    ProcessEnd.await("the daemon is gone", daemon);
  }

  private void ask() throws Exception {
    for (String agent : List.of("ops", "asker")) {
      say("inspect", agent, "--output", "json");
      say("logs", agent);
      say("trace", agent, "s", "1", "--output", "json");
      say("session", "export", agent, "s");
      say("egress", agent, "--output", "json");
    }
    say("ps", "-a", "--output", "json");
    say("system", "audit", "--output", "json");
    say("image", "inspect", registry.address() + "/private/ops:1", "--output", "json");
    for (String path : ASKED) {
      said.add(Traces.answer(otters, path));
    }
  }

  @Test
  void eachSecretIsInItsStoreAndNowhereElse() throws Exception {
    set();
    use();
    leak();
    ask();
    crash();
    say("ps", "-a");
    ask();

    assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(all));
    assertThat(String.join("", said)).contains("(secret)");
    assertThat(Otters.read(Traces.log(otters))).contains("DEBUG dev.otters");
    assertStored(otters.home(), "providers.yaml", FakeVendor.KEY);
    assertStored(otters.home(), "vaults/github", vault);
    assertStored(otters.home(), "daemon.db(-wal)?", variable);
    String[] login = Traces.writingsOfLogins(LoginRegistry.USER, LoginRegistry.PASSWORD);
    assertThat(Trees.filesWith(otters.home(), login)).isEmpty();
    assertStored(otters.files(), "docker/config.json", login);
    String[] others = Traces.writings(FakeVendor.KEY, vault, variable);
    assertThat(Trees.filesWith(otters.files(), others)).isEmpty();
  }

  /** Finds a secret in files that a pattern names, which their owner alone can read. */
  private static void assertStored(Path folder, String pattern, String... secrets)
      throws IOException {
    List<Path> found = Trees.filesWith(folder, Traces.writings(secrets));
    assertThat(found).isNotEmpty();
    for (Path file : found) {
      assertThat(folder.relativize(file).toString()).matches(pattern);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .as("%s", file)
          .isEqualTo("rw-------");
    }
  }
}
