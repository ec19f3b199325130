package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.image.Pin;
import dev.otters.api.model.ProviderView;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import dev.otters.api.system.ExecutorsView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.StockView;
import dev.otters.api.system.VersionView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemCommandsTest extends CommandTest {
  private static final VersionView VERSION = new VersionView("0.1.0", 1, 1, "25.0.3");

  private static InfoView info(ExecutorView executor, Problem problem, ExecutorOption... options) {
    return new InfoView(
        new DaemonView(
            VERSION,
            "/h",
            "/h/otters.sock",
            null,
            17,
            Instant.now().minusSeconds(200),
            "linux/amd64"),
        new ExecutorsView(executor, problem, List.of(options)),
        new StockView(1, 2, 3, 4, new Pin("otters/runtime:0.1.0", null)),
        List.of(ProviderView.builtIn("scripted")),
        List.of("an old runc"));
  }

  @Test
  void infoSaysWhichEngineAndWhy() {
    ExecutorView executor =
        new ExecutorView(
            "docker",
            "28.5.2",
            "1.48",
            "unix:///d.sock",
            "DOCKER_HOST names it",
            List.of("pids limit"),
            List.of("an old kernel"));
    daemon.answer("GET /v1/info", info(executor, null));
    Bench.Run run = bench.run("info");
    assertThat(run.out())
        .contains(
            "Version: 1.2.3",
            "docker 28.5.2 (API 1.48)",
            "DOCKER_HOST names it",
            "Cannot:    pids limit",
            "1 running, 2 total",
            "17, up 3 minutes",
            "scripted (scripted)",
            "TCP:       off",
            "Home:      /h\n",
            "Socket:    /h/otters.sock",
            "Platform:  linux/amd64",
            "Images:    3 agent images, 4 BINs",
            "Runtime:   otters/runtime:0.1.0",
            "Endpoint:  unix:///d.sock");
    assertThat(run.err()).isEqualTo("warning: an old kernel\nwarning: an old runc\n");
  }

  private static final ExecutorView DOCKER =
      new ExecutorView("docker", "28.5.2", "1.51", "unix:///d.sock", "found", List.of(), List.of());

  @Test
  void infoShowsTheOtherExecutorsAndWhyOneCannotBeUsed() {
    ExecutorOption plain =
        new ExecutorOption(
            "unsandboxed",
            false,
            new ExecutorView(
                "unsandboxed", "", "", "", "", List.of("sandbox: There is none."), List.of()),
            null);
    ExecutorOption missing =
        new ExecutorOption(
            "system",
            false,
            null,
            Problem.of(
                ErrorCode.EXECUTOR_UNREACHABLE,
                "bubblewrap is not installed",
                "Install the package bubblewrap."));
    ExecutorOption docker = new ExecutorOption("docker", true, DOCKER, null);
    daemon.answer("GET /v1/info", info(DOCKER, null, docker, missing, plain));
    Bench.Run run = bench.run("info");
    assertThat(run.out())
        .contains(
            """
              Chosen:    found
            Executor system:
              Usable:    no, bubblewrap is not installed
              To use it: Install the package bubblewrap.
            Executor unsandboxed:
              Usable:    yes, unsandboxed
              Cannot:    sandbox: There is none.
            """)
        .doesNotContain("Executor docker:");
  }

  @Test
  void infoFitsTheTerminal() {
    String limit = "memory-limit: the engine of this machine cannot limit memory, for a reason";
    ExecutorView executor =
        new ExecutorView("docker", "1", "2", "unix:///d", "found", List.of(limit), List.of());
    daemon.answer("GET /v1/info", info(executor, null));
    assertThat(bench.terminal(50).run("info").out())
        .contains(
            """
              Cannot:    memory-limit: the engine of this
                         machine cannot limit memory, for a
                         reason
            """);
  }

  @Test
  void infoWithoutAnEngineSaysWhatWasTried() {
    daemon.answer(
        "GET /v1/info",
        info(
            null,
            Problem.of(ErrorCode.EXECUTOR_UNREACHABLE, "no engine", "Install Docker.")
                .withDetail("/var/run/docker.sock: no such file")));
    Bench.Run run = bench.run("info");
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .contains("no engine", "/var/run/docker.sock: no such file", "Install Docker.");
  }

  @Test
  void infoAsJsonIsTheDaemonsAnswer() {
    daemon.answer("GET /v1/info", info(null, null));
    assertThat(Json.read(bench.run("info", "-o", "json").out(), InfoView.class).daemon().pid())
        .isEqualTo(17);
  }

  @Test
  void versionShowsBoth() {
    daemon.answer("GET /v1/version", VERSION);
    assertThat(bench.run("version").out())
        .isEqualTo("Client: 1.2.3\nDaemon: 0.1.0 (API 1, protocol 1, Java 25.0.3)\n");
    assertThat(bench.run("version", "-o", "json").out())
        .contains("\"client\": \"1.2.3\"", "\"protocol\": 1");
  }
}
