package dev.otters.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentList;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CliTest extends CommandTest {
  @Test
  void withoutWordsTheCommandsAreShown() {
    Bench.Run run = bench.run();
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("Usage:  otters [OPTIONS] COMMAND")
        .contains("  run ", "Image Commands:", "--version");
    assertThat(bench.run("--help")).isEqualTo(run);
    assertThat(bench.run("help")).isEqualTo(run);
  }

  @Test
  void helpMayStandBeforeOrBehindACommand() {
    Bench.Run run = bench.run("run", "--help");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Usage:  otters run [OPTIONS] PATH|REF|-\n");
    assertThat(bench.run("help", "run")).isEqualTo(run);
    assertThat(bench.run("--help", "run")).isEqualTo(run);
    assertThat(bench.run("run", "-h")).isEqualTo(run);
    assertThat(bench.run("help", "image", "build").out()).startsWith("Usage:  otters image build");
  }

  @Test
  void aGroupShowsItsCommands() {
    assertThat(bench.run("image").out())
        .contains("otters image COMMAND", "image build", "image rm")
        .doesNotContain("bin build");
    assertThat(bench.run("image", "--help").out()).contains("image build");
  }

  @Test
  void anUnknownCommandSuggestsTheNearest() {
    Bench.Run run = bench.run("rnu", "x");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            """
            otters: 'rnu' is not a command
              Did you mean 'otters run'?
              See 'otters --help'.
            """);
    assertThat(bench.run("image", "biuld").err()).contains("Did you mean 'otters image build'?");
    assertThat(bench.run("kubectl").err())
        .isEqualTo("otters: 'kubectl' is not a command\n  See 'otters --help'.\n");
  }

  @Test
  void anUnknownOptionIsShortAndPointsToTheHelp() {
    Bench.Run run = bench.run("ps", "--al");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            """
            otters: unknown option '--al'
              Did you mean '--all'?
              Usage: otters ps [OPTIONS]
              See 'otters ps --help'.
            """);
    assertThat(bench.run("--foo", "ps").exit()).isEqualTo(2);
  }

  @Test
  void anOutputFormatIsCheckedBeforeAnythingIsDone() {
    Bench.Run run = bench.run("ps", "--output", "xml");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            """
            otters: --output 'xml': expected one of text, wide, json, yaml
              See 'otters ps --help'.
            """);
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void globalOptionsMayStandAnywhere() {
    daemon.answer("GET /v1/agents", new AgentList(List.of()));
    String host = "unix://" + bench.home().resolve("otters.sock");
    assertThat(bench.run("--host", host, "--no-daemon-start", "ps").exit()).isZero();
    assertThat(bench.run("--host=" + host, "ps").exit()).isZero();
    assertThat(bench.run("ps", "--no-daemon-start", "-H", host).exit()).isZero();
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(bench.run("--version").out()).isEqualTo("otters 1.2.3\n");
  }

  @Test
  void debugShowsTheStack() {
    daemon.refuse("GET /v1/agents", Problem.of(ErrorCode.INTERNAL, "oops", null));
    assertThat(bench.run("ps").err()).isEqualTo("otters: oops\n");
    assertThat(bench.run("ps", "--debug").err())
        .startsWith("otters: oops\n")
        .contains("at dev.otters.cli");
  }

  @ParameterizedTest
  @EnumSource
  void everyProblemEndsTheCommandWithItsExitCode(ErrorCode code) {
    daemon.refuse("GET /v1/agents", Problem.of(code, "it failed", null));
    assertThat(bench.run("ps").exit()).isEqualTo(code.exitCode());
  }
}
