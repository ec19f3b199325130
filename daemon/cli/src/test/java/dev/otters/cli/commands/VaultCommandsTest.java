package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.system.AuditEntry;
import dev.otters.api.system.AuditList;
import dev.otters.api.vault.VaultList;
import dev.otters.api.vault.VaultTool;
import dev.otters.api.vault.VaultValue;
import dev.otters.api.vault.VaultView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VaultCommandsTest extends CommandTest {
  private static final String VALUE = "value-of-the-vault";

  @BeforeEach
  void start() {
    daemon.answer("PUT /v1/vaults/github", new VaultView("github", Instant.now(), List.of()));
    daemon.on("DELETE /v1/vaults/github", (request, reply) -> reply.json(204, ""));
    daemon.answer("POST /v1/vaults/github/reveal", new VaultValue(VALUE));
  }

  private String sent() {
    assertThat(daemon.requests()).hasSize(1);
    return Json.read(daemon.requests().getFirst().text(), VaultValue.class).value();
  }

  @Test
  void aValueFromStandardInputLosesOneLineEnd() {
    Bench.Run run = bench.input("two\nlines \n\n").run("vault", "set", "github");
    assertThat(run.out()).isEqualTo("set github\n");
    assertThat(run.err()).isEmpty();
    assertThat(sent()).isEqualTo("two\nlines \n");
  }

  @Test
  void onATerminalAPersonIsAskedWithoutEcho() {
    bench.terminal(100).secret(VALUE);
    Bench.Run run = bench.run("vault", "set", "github");
    assertThat(bench.prompts()).containsExactly("Value of github: ");
    assertThat(sent()).isEqualTo(VALUE);
    assertThat(run.out() + run.err()).doesNotContain(VALUE);
  }

  @Test
  void aValueIsNeitherAnArgumentNorEmpty() {
    assertThat(bench.run("vault", "set", "github", VALUE).exit()).isEqualTo(2);
    assertThat(bench.input("\n").run("vault", "set", "github").err()).contains("no value is given");
    bench.terminal(100).secret("");
    assertThat(bench.run("vault", "set", "github").exit()).isEqualTo(2);
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void theListShowsWhichToolsUseAVault() {
    daemon.answer(
        "GET /v1/vaults",
        new VaultList(
            List.of(
                new VaultView(
                    "github", Instant.now(), List.of(new VaultTool("ops", "gh", "GITHUB_TOKEN"))),
                new VaultView("k8s", null, List.of()))));
    assertThat(bench.run("vault", "ls").out())
        .containsPattern("github +\\S.*ops/gh")
        .containsPattern("k8s +no +-");
    assertThat(bench.run("vault", "ls", "-q").out()).isEqualTo("github\nk8s\n");
  }

  @Test
  void aPersonIsAskedBeforeAValueIsRemoved() {
    Bench.Run no = bench.input("n\n").terminal(80).run("vault", "rm", "github");
    assertThat(no.err()).isEqualTo("Remove the values of github? [y/N] nothing was removed\n");
    assertThat(no.exit()).isEqualTo(1);
    assertThat(daemon.requests()).isEmpty();
    assertThat(bench.run("vault", "rm", "-f", "github").out()).isEqualTo("removed github\n");
  }

  @Test
  void aScriptRemovesAndRevealsUnasked() {
    assertThat(bench.run("vault", "rm", "github").out()).isEqualTo("removed github\n");
    assertThat(bench.run("vault", "reveal", "github").out()).isEqualTo(VALUE + "\n");
  }

  @Test
  void theRecordShowsWhoRevealedWhat() {
    Instant at = Instant.parse("2026-01-02T03:04:05Z");
    daemon.answer(
        "GET /v1/audit",
        new AuditList(
            List.of(
                new AuditEntry(
                    at, "POST /v1/vaults/{vault}/reveal", "github", 200, "t1", "unix", 1),
                new AuditEntry(at, "POST /v1/agents", "bob", null, "t1", "tcp", 1))));
    assertThat(bench.run("system", "audit", "-n", "5").out())
        .containsPattern(
            "2026-01-02T03:04:05Z +POST /v1/vaults/\\{vault}/reveal +github +200 +t1 +unix +1")
        .containsPattern("POST /v1/agents +bob +- +t1 +tcp +1");
    assertThat(daemon.requests().getFirst().line()).isEqualTo("GET /v1/audit?limit=5");
  }
}
