package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions with a sandbox of their own. */
abstract class SessionScope {
  private static final String LOOK =
      "readlink /proc/self/ns/pid; ls -A /workspace /workspace/.otters-runtime /runtime";

  @AutoClose Otters otters;

  abstract Otters fresh() throws IOException;

  /** Returns the number of sandboxes that run. */
  abstract long running();

  @BeforeEach
  void aModel() throws IOException {
    otters = fresh();
    otters.shellModel("shell");
  }

  private void run(String... options) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(List.of(options));
    command.add(otters.agentWithShell("reader", "scripted/shell").toString());
    otters.run(command.toArray(String[]::new)).ok();
  }

  /** Lets the model call its shell in a session with a grant. */
  private String ask(String tenant, String command) {
    return otters
        .run("prompt", "--grant", "app/" + tenant, "-s", tenant, "reader", "run " + command)
        .ok();
  }

  /** Returns the name of the processes that a tool sees. */
  private static String processes(String answer) {
    return answer.lines().filter(line -> line.startsWith("pid:[")).findFirst().orElseThrow();
  }

  @Test
  void tenantsOfAnAgentShareNoSandbox() {
    run();
    String ada = ask("ada", "echo secret-of-ada >/workspace/mine; " + LOOK);
    assertThat(ada).contains("mine", "ada");

    String bob = ask("bob", "echo of-bob >/workspace/other; " + LOOK);

    assertThat(bob).contains("other", "bob").doesNotContain("mine", "ada");
    assertThat(processes(bob)).isNotEqualTo(processes(ada));
    String again = ask("ada", LOOK);
    assertThat(again).contains("mine").doesNotContain("other", "bob");
    assertThat(processes(again)).isEqualTo(processes(ada));
    assertThat(otters.run("exec", "reader", "sh", "-c", "ls /workspace").ok()).contains("mine");
  }

  @Test
  void aSessionKeepsItsSandboxUntilItIsRemoved() throws IOException {
    run("--config", "workspace-scope=session");
    ask("ada", "echo kept >/workspace/mine");
    assertThat(running()).isEqualTo(2);
    assertThat(otters.run("exec", "reader", "sh").err()).contains("Name one with --session");
    assertThat(otters.run("exec", "-s", "ada", "reader", "sh", "-c", "cat /workspace/mine").ok())
        .contains("kept");

    otters.run("stop", "reader").ok();
    assertThat(running()).isZero();
    otters.run("start", "reader").ok();
    assertThat(ask("ada", "cat /workspace/mine; ls /workspace/agent")).contains("kept", "SOUL.md");

    otters.killDaemon();
    assertThat(ask("ada", "cat /workspace/mine")).contains("kept");

    otters.run("session", "rm", "reader", "ada").ok();
    Eventually.is("its folder is gone", () -> otters.folders() == 1);
    ask("bob", "echo of-bob >/workspace/other");
    otters.run("rm", "-f", "reader").ok();
    otters.assertNoAgentIsLeft();
  }
}
