package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RequestedLimits;
import dev.otters.api.agent.RequestedSandbox;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.repo.NewRepo;
import dev.otters.api.repo.RepoRequest;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTest extends CommandTest {
  private RunRequest sent() {
    return daemon.requests().stream()
        .filter(request -> request.line().equals("POST /v1/agents"))
        .map(request -> Json.read(request.text(), RunRequest.class))
        .findFirst()
        .orElseThrow();
  }

  private void acceptRuns() {
    daemon.work(
        "POST /v1/agents",
        Given.agent("my-coder"),
        new Progress("sh", "pull", 1, 2000),
        new Progress("my-coder", "ready", 0, 0));
  }

  @Test
  void theTwoExamplesOfTheWorkspacesPageWorkAsWritten() throws IOException {
    acceptRuns();
    String here = bench.folder().toString();
    assertThat(bench.run("run", "my-coder", "-v", here + ":/workspace/src:Project source").exit())
        .isZero();
    assertThat(sent().ref()).isEqualTo("my-coder");
    assertThat(sent().mounts())
        .containsExactly(new MountRequest(here, "/workspace/src", "Project source", false));

    Path data = Files.writeString(folder.resolve("customers.csv"), "a,b");
    assertThat(bench.run("run", "my-data", "-v", data + ":/workspace/data/customers.csv:ro").exit())
        .isZero();
    RunRequest second = Json.read(daemon.requests().getLast().text(), RunRequest.class);
    assertThat(second.mounts())
        .containsExactly(
            new MountRequest(data.toString(), "/workspace/data/customers.csv", null, true));
  }

  @Test
  void allOptionsArriveAtTheDaemon() throws IOException {
    acceptRuns();
    Files.writeString(bench.folder().resolve("env"), "A=file\nB=2\n");
    Bench.Run run =
        bench.run(
            "run",
            "--name=bob",
            "--model=anthropic/x",
            "-e",
            "A=1",
            "--env-file",
            "env",
            "--label",
            "team=a",
            "--network=bridge",
            "--memory",
            "512m",
            "--cpus",
            "1.5",
            "--pids=100",
            "--shm-size=1m",
            "--pull=always",
            "--restart",
            "on-failure:3",
            "--allow-sensitive",
            "--executor",
            "system",
            "--unsandboxed",
            "--bin-mounts=bind",
            "--user=1000:100",
            "--config=region=eu",
            "--allow-declared",
            "--allow-host",
            "a.example",
            "--replace",
            "--repo=name=code,url=https://example.com/a.git,ref=v2,rw",
            "--repo=url=https://example.com/b.git,name=docs,vault=git,user=otto",
            "guide:2");
    assertThat(run.exit()).describedAs(run.err()).isZero();
    assertThat(sent())
        .isEqualTo(
            new RunRequest(
                "guide:2",
                "bob",
                "anthropic/x",
                Map.of("A", "1", "B", "2"),
                List.of(),
                new RequestedLimits(512L << 20, 1.5, 100, 1L << 20),
                new RequestedSandbox(
                    "bridge", "system", true, "bind", true, "1000:100", List.of("a.example")),
                "always",
                Map.of("team", "a"),
                "on-failure:3",
                Map.of("region", "eu"),
                "allow",
                true,
                List.of(
                    repo("code", "a", "v2", null, null, true),
                    repo("docs", "b", null, "git", "otto", false))));
  }

  private static NewRepo repo(
      String name,
      String path,
      @Nullable String ref,
      @Nullable String vault,
      @Nullable String user,
      boolean rw) {
    String url = "https://example.com/" + path + ".git";
    return new NewRepo(name, new RepoRequest(url, ref, vault, user, rw));
  }

  @Test
  void anAgentThatIsRemovedWhenItStopsHasNoRestartPolicy() {
    acceptRuns();
    assertThat(bench.run("run", "--rm", "x").exit()).isZero();
    assertThat(sent().restart()).isEqualTo("remove");
    assertThat(sent().replace()).isFalse();
    Bench.Run both = bench.run("run", "--rm", "--restart", "always", "x");
    assertThat(both.exit()).isEqualTo(2);
    assertThat(both.err()).contains("--rm and --restart exclude each other");
  }

  @ParameterizedTest
  @CsvSource({
    "--unsandboxed --executor system, true,  false, ",
    "--allow-sensitive,               false, true,  ",
    "--allow-declared,                false, false, allow",
  })
  void eachPermissionIsAskedForByItsOwnOption(
      String options, boolean unsandboxed, boolean sensitive, String declared) {
    acceptRuns();
    bench.run(("run x " + options).split(" ", -1));
    assertThat(sent().sandbox().unsandboxed()).isEqualTo(unsandboxed);
    assertThat(sent().sandbox().allowSensitive()).isEqualTo(sensitive);
    assertThat(sent().declared()).isEqualTo(declared);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--memory", "--shm-size", "--cpus", "--pids"})
  void aWrongLimitIsNamed(String option) {
    assertThat(bench.run("run", option, "much", "x").err())
        .startsWith("otters: " + option + " 'much': expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-q", "-ojson"})
  void aUserWhoWantsOnlyTheResultIsNotAsked(String option) {
    acceptRuns();
    bench.terminal(100).run("run", option, "my-coder");
    assertThat(sent().declared()).isNull();
  }

  @Test
  void whatRunsIsPrintedAndHowItCameToBeGoesToStandardError() {
    acceptRuns();
    Bench.Run run = bench.run("run", "my-coder");
    assertThat(run.out())
        .isEqualTo(
            """
            my-coder is ready
              id      861068161a2b
              image   guide:latest (3b97b2270000)
              model   scripted/guide
              runs in docker (a usable container engine was found)
              budget  session-tokens=5000000
              mount   /data -> /workspace/src (ro)
              ask it  otters prompt my-coder "…"
            """);
    assertThat(run.err()).isEqualTo("pull sh (2.00kB)\nready my-coder\n");
  }

  @Test
  void configValuesAndAnAllowanceArriveAndNoticesAreShown() {
    daemon.work(
        "POST /v1/agents",
        Given.agent("bob"),
        new Progress("ours runs in place of theirs", "notice", 0, 0));

    Bench.Run run =
        bench.run("run", "--config", "region=eu", "--config", "n=\"7\"", "--allow-declared", "x");

    assertThat(run.err()).isEqualTo("note: ours runs in place of theirs\n");
    assertThat(sent().config()).isEqualTo(Map.of("region", "eu", "n", "\"7\""));
    assertThat(sent().declared()).isEqualTo("allow");
    assertThat(bench.run("run", "--config", "region", "x").err())
        .contains("--config 'region': expected KEY=VALUE");
    assertThat(bench.run("run", "--config", "a=1", "--config", "a=2", "x").err())
        .contains("--config 'a' is given twice");
  }

  @Test
  void budgetsArriveAsConfigValues() {
    acceptRuns();
    bench.run("run", "--budget", "day-cost=2.50", "--budget", "session-tokens=9", "x");
    assertThat(sent().config())
        .isEqualTo(Map.of("budget-day-cost", "2.50", "budget-session-tokens", "9"));
    assertThat(bench.run("run", "--budget", "week-cost=2", "x").err())
        .contains("--budget 'week-cost': there is no such budget", "Use one of session-tokens, ");
  }

  @Test
  void aScriptIsNotAskedAboutWhatAnImageAsksFor() {
    acceptRuns();
    bench.run("run", "my-coder");

    assertThat(sent().declared()).isNull();
  }

  @Test
  void aUserAtATerminalDecidesAboutTheLimitsThatAnImageAsksFor() {
    answerWithWishes();

    Bench.Run granted = bench.terminal(100).input("y\n").run("run", "my-coder");
    assertThat(granted.err()).contains("the image asks for· memory 2g", "Grant it? [y/N]");
    assertThat(declared()).containsExactly("ask", "allow");

    bench.terminal(100).input("\n").run("run", "my-coder");
    assertThat(declared()).endsWith("ask", "ignore");
  }

  private void answerWithWishes() {
    daemon.on(
        "POST /v1/agents",
        (request, reply) -> {
          reply.stream();
          if ("ask".equals(Json.read(request.text(), RunRequest.class).declared())) {
            reply.event(
                null,
                Streams.ERROR,
                Problem.of(
                    ErrorCode.WISHES_UNANSWERED, "the image asks for\u001b memory 2g", "Decide."));
          } else {
            reply.event(null, Streams.RESULT, Given.agent("my-coder"));
          }
          reply.end();
        });
  }

  private List<String> declared() {
    return daemon.requests().stream()
        .filter(request -> request.line().equals("POST /v1/agents"))
        .map(request -> Json.read(request.text(), RunRequest.class).declared())
        .toList();
  }

  @Test
  void warningsOfTheDaemonAreShown() {
    daemon.work("POST /v1/agents", Given.agent("bob", "the engine cannot limit pids"));
    assertThat(bench.run("run", "x").err()).isEqualTo("warning: the engine cannot limit pids\n");
  }

  @Test
  void whatTheExecutorCannotEnforceIsSaidByName() {
    daemon.work("POST /v1/agents", Given.limited("bob", "memory-limit: None.", "cpu-limit: None."));
    assertThat(bench.run("run", "x").err())
        .isEqualTo(
            "warning: executor docker cannot enforce: memory-limit, cpu-limit (see 'otters"
                + " info')\n");
  }

  @Test
  void anAgentWithoutASandboxMustBeAskedForInSoManyWords() {
    acceptRuns();
    Bench.Run alone = bench.run("run", "--unsandboxed", "x");
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.err())
        .contains(
            "option '--unsandboxed' needs '--executor system'",
            "Add --executor system to run the agent");
    assertThat(bench.run("run", "--executor", "docker", "--unsandboxed", "x").exit()).isEqualTo(2);
    assertThat(bench.run("run", "--executor", "unsandboxed", "x").err())
        .contains("--executor 'unsandboxed': expected one of docker, system");
    assertThat(bench.run("run", "--bin-mounts", "copy", "x").err())
        .contains("--bin-mounts 'copy': expected one of auto, image, bind");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void detachedOrQuietPrintsTheIdAlone() {
    acceptRuns();
    assertThat(bench.run("run", "-d", "my-coder").out()).isEqualTo(Given.ID + "\n");
    Bench.Run quiet = bench.run("run", "-q", "my-coder");
    assertThat(quiet.out()).isEqualTo(Given.ID + "\n");
    assertThat(quiet.err()).isEmpty();
  }

  @Test
  void jsonIsTheWholeAgent() {
    acceptRuns();
    assertThat(Json.read(bench.run("run", "--output", "json", "my-coder").out(), AgentView.class))
        .isEqualTo(Given.agent("my-coder"));
  }

  @Test
  void wrongOptionsAreRefusedBeforeTheDaemonIsAsked() {
    for (String[] words :
        new String[][] {
          {"run", "x", "-v", "nothing:/s"},
          {"run", "x", "--memory", "much"},
          {"run", "x", "--network", "host"},
          {"run", "x", "-e", "=1"},
          {"run", "x", "--build-arg", "A=1"},
          {"run", "./none"},
        }) {
      Bench.Run run = bench.run(words);
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).contains("See 'otters run --help'.");
    }
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aRefusalHasTheExitCodeOfItsProblem() {
    daemon.refuse(
        "POST /v1/agents",
        Problem.of(ErrorCode.NAME_TAKEN, "the name 'bob' is taken", "Choose another with --name."));
    Bench.Run run = bench.run("run", "--name", "bob", "x");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err())
        .isEqualTo("otters: the name 'bob' is taken\n  Choose another with --name.\n");
  }

  @Test
  void aFailureAsJsonIsAProblem() {
    daemon.refuse(
        "POST /v1/agents", Problem.of(ErrorCode.NAME_TAKEN, "the name 'bob' is taken", null));
    Bench.Run run = bench.run("run", "--output", "json", "x");
    assertThat(run.out()).contains("\"problem\"", "\"code\": \"name_taken\"");
    assertThat(run.exit()).isEqualTo(4);
  }

  @Test
  void aDaemonThatIsLostDuringARunIsReported() {
    daemon.on(
        "POST /v1/agents",
        (request, reply) -> {
          reply.stream();
          reply.event(null, Streams.PROGRESS, new Progress("x", "create", 0, 0));
        });
    assertThat(bench.run("run", "x").exit()).isEqualTo(6);
  }
}
