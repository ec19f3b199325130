package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.api.session.UsageReport;
import dev.otters.api.session.UsageRow;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ModelCommandsTest extends CommandTest {
  private static final ModelSummary TINY = tiny("available", false, 0L);
  private static final ModelSummary PULLED = tiny("installed", true, null);
  private static final ModelSummary OFFER =
      new ModelSummary(
          "claude",
          "anthropic",
          null,
          0,
          null,
          200_000,
          64_000,
          "offered",
          true,
          null,
          300_000_000L,
          15_000_000_000L);
  private static final ModelSummary UNKNOWN =
      new ModelSummary("new", "openai", null, 0, null, 0, 0, "offered", true, null, null, null);

  private static ModelSummary tiny(String state, boolean installed, @Nullable Long pulled) {
    return new ModelSummary(
        "tiny",
        "local",
        "A tiny one",
        98_362_432,
        "MIT",
        8192,
        0,
        state,
        installed,
        "sha256:0",
        pulled,
        pulled);
  }

  @BeforeEach
  void start() {
    daemon.answer(
        "GET /v1/models",
        new ModelList(List.of(TINY, OFFER, UNKNOWN), List.of("ollama does not answer")));
  }

  private void refuseRunsWithoutModel() {
    daemon.on(
        "POST /v1/agents",
        (request, reply) -> {
          reply.stream();
          if (Json.read(request.text(), RunRequest.class).model() == null) {
            Problem missing =
                Problem.of(ErrorCode.MODEL_MISSING, "no MODEL is named", "Choose a way.")
                    .withDetail("otters model pull tiny");
            reply.event(null, Streams.ERROR, missing);
          } else {
            reply.event(null, Streams.RESULT, Given.agent("guide"));
          }
          reply.end();
        });
  }

  @Test
  void usageNamesSessionsAsTheirListDoes() {
    String id = "guide/cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";
    UsageRow row = new UsageRow(id, 1, 2, 0, 0, 3, 0, false, 0, 0);
    UsageRow total = new UsageRow("total", 1, 2, 0, 0, 3, 0, false, 0, 0);
    daemon.answer("GET /v1/usage", new UsageReport(List.of(row), total, 0, List.of()));
    assertThat(bench.run("usage", "--by", "session").out()).contains("\nguide/0a1b2c3d4e5f   1 ");
  }

  @Test
  void usageIsATableWithATotalThatMarksEstimates() {
    UsageReport report =
        new UsageReport(
            List.of(
                new UsageRow("guide", 3, 1200, 800, 100, 45, 20, false, 2_345_678_901L, 0),
                new UsageRow("old", 1, 100, 0, 0, 1, 0, true, 0, 1)),
            new UsageRow("total", 4, 1300, 800, 100, 46, 20, true, 2_345_678_901L, 1),
            7,
            List.of("prices.yaml:3: no"));
    daemon.answer("GET /v1/usage", report);

    Bench.Run run = bench.run("usage");

    assertThat(run.out())
        .isEqualTo(
            """
            AGENT   REQUESTS   INPUT   OUTPUT   CACHED   WRITTEN   REASONING   COST
            guide   3          1200    45       800      100       20          $2.35
            old     1          ~100    ~1       0        0         0           no price
            total   4          ~1300   ~46      800      100       20          ~$2.35 + 1 unpriced
            """);
    assertThat(run.err())
        .isEqualTo(
            "warning: prices.yaml:3: no\nnote: 7 more are not listed. Use --since or --agent.\n");
    assertThat(
            bench
                .run(
                    "usage",
                    "--by=day",
                    "--since=2026-01-31T12:00:00Z",
                    "--agent=guide",
                    "--output=json")
                .out())
        .contains("\"leftOut\": 7");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET /v1/usage?by=day&since=2026-01-31T12:00:00Z&agent=guide");
    assertThat(bench.run("usage", "--by", "week").exit()).isEqualTo(2);
  }

  @Test
  void modelsAreListedAndABrokenProviderIsANote() {
    Bench.Run run = bench.run("model", "ls");
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            NAME     PROVIDER    SIZE     LICENCE   CONTEXT   MAX-OUTPUT   INPUT     OUTPUT    STATE
            tiny     local       98.4MB   MIT       8192      -            $0.0000   $0.0000   available
            claude   anthropic   -        -         200000    64000        $0.3000   $15.00    offered
            new      openai      -        -         -         -            -         -         offered
            """);
    assertThat(run.err()).isEqualTo("note: ollama does not answer\n");
    assertThat(bench.run("models", "-q").out())
        .isEqualTo("local/tiny\nanthropic/claude\nopenai/new\n");
    assertThat(bench.run("model", "ls", "--verify", "-o", "json").out())
        .contains("\"notes\"", "\"maxOutput\": 64000", "\"inputNanos\": 300000000");
    assertThat(daemon.requests().getLast().line()).isEqualTo("GET /v1/models?verify=true");
  }

  @Test
  void aPullShowsHowFarItIs() {
    daemon.work(
        "POST /v1/models/pull",
        PULLED,
        new Progress("tiny", "pull", 0, 98_362_432),
        new Progress("tiny", "pull", 50_000_000, 98_362_432),
        new Progress("tiny", "pull", 98_362_432, 98_362_432));
    Bench.Run run = bench.run("model", "pull", "tiny", "--source", "https://h/x");
    assertThat(run.out())
        .startsWith("local/tiny is installed\n")
        .contains("otters run --model local/tiny");
    assertThat(run.err())
        .isEqualTo(
            """
            pull tiny (98.4MB)
            pull tiny 50% (50.0MB of 98.4MB)
            pull tiny 100% (98.4MB of 98.4MB)
            """);
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("POST /v1/models/pull?name=tiny&source=https://h/x");
    assertThat(bench.run("model", "pull", "tiny", "-q").out()).isEqualTo("local/tiny\n");
  }

  @Test
  void aLicenceCannotCommandATerminal() {
    daemon.work(
        "POST /v1/models/pull",
        new ModelSummary(
            "tiny",
            "local",
            "",
            1,
            "\u001b]0;owned\u0007MIT",
            512,
            0,
            "installed",
            true,
            "sha256:00",
            null,
            null));

    assertThat(bench.run("model", "pull", "tiny").out())
        .contains("licence  ·]0;owned·MIT")
        .doesNotContain("\u001b");
  }

  @Test
  void aFileIsSentAsItIs() throws IOException {
    daemon.work("POST /v1/models/add", PULLED);
    Path file = Files.writeString(folder.resolve("x.gguf"), "GGUF and more");
    Bench.Run run =
        bench.run(
            "model",
            "add",
            "tiny",
            "--file",
            file.toString(),
            "--context",
            "512",
            "--licence",
            "MIT");
    assertThat(run.exit()).isZero();
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("POST /v1/models/add?name=tiny&bytes=13&context=512&licence=MIT");
    assertThat(daemon.requests().getLast().text()).isEqualTo("GGUF and more");
  }

  @Test
  void whatIsNoModelIsRefusedBeforeItIsSent() throws IOException {
    Path file = Files.writeString(folder.resolve("x.gguf"), "<html>");
    assertThat(bench.run("model", "add", "tiny", "--file", file.toString()).err())
        .contains("it does not start with GGUF");
    assertThat(bench.run("model", "add", "tiny", "--file", "nosuch").err())
        .contains("is not a file");
    assertThat(bench.run("model", "add", "tiny").err()).contains("option '--file' is missing");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void modelsAreRemoved() {
    daemon.on("DELETE /v1/models", (request, reply) -> reply.json(204, ""));
    assertThat(bench.run("model", "rm", "-f", "tiny").out()).isEqualTo("removed tiny\n");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("DELETE /v1/models?name=tiny&force=true");
  }

  @Test
  void aModelThatTheDaemonChoseIsSaid() {
    daemon.work(
        "POST /v1/agents",
        Given.agent("guide"),
        new Progress("local/tiny: the only model on this machine", "model", 0, 0));
    assertThat(bench.run("run", "guide").err())
        .isEqualTo("no MODEL is given; using local/tiny: the only model on this machine\n");
  }

  @Test
  void aScriptWithoutModelIsToldWhatToRun() {
    refuseRunsWithoutModel();
    Bench.Run run = bench.run("run", "guide");
    assertThat(run.exit()).isEqualTo(ErrorCode.MODEL_MISSING.exitCode());
    assertThat(run.err()).contains("otters model pull tiny", "Choose a way.");
  }

  @Test
  void aUserAtATerminalChoosesAModelWhichIsFetchedAndUsed() {
    refuseRunsWithoutModel();
    daemon.work("POST /v1/models/pull", PULLED);
    Bench.Run run = bench.terminal(100).input("7\nx\n1\n").run("run", "guide");
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .contains("1) fetch tiny (98.4MB)  A tiny one", "Choose 1 to 1, or p: ")
        .contains("local/tiny is installed");
    RunRequest sent = Json.read(daemon.requests().getLast().text(), RunRequest.class);
    assertThat(sent.model()).isEqualTo("local/tiny");
  }

  @Test
  void aUserAnswersOneQuestionAfterTheOther() {
    daemon.on(
        "POST /v1/agents",
        (request, reply) -> {
          RunRequest sent = Json.read(request.text(), RunRequest.class);
          reply.stream();
          if (sent.model() == null) {
            reply.event(
                null, Streams.ERROR, Problem.of(ErrorCode.MODEL_MISSING, "no MODEL", "Choose."));
          } else if ("ask".equals(sent.declared())) {
            reply.event(
                null, Streams.ERROR, Problem.of(ErrorCode.WISHES_UNANSWERED, "2g?", "Decide."));
          } else {
            reply.event(null, Streams.RESULT, Given.agent("guide"));
          }
          reply.end();
        });
    daemon.work("POST /v1/models/pull", PULLED);

    assertThat(bench.terminal(100).input("1\ny\n").run("run", "guide").exit()).isZero();
    RunRequest sent = Json.read(daemon.requests().getLast().text(), RunRequest.class);
    assertThat(sent.model()).isEqualTo("local/tiny");
    assertThat(sent.declared()).isEqualTo("allow");
  }

  @Test
  void aUserWhoChoosesNothingGetsTheError() {
    refuseRunsWithoutModel();
    Bench.Run run = bench.terminal(100).input("p\n").run("run", "guide");
    assertThat(run.exit()).isEqualTo(ErrorCode.MODEL_MISSING.exitCode());
    assertThat(run.err()).contains("otters model pull tiny");
    assertThat(bench.terminal(100).input("9\n9\n9\n1\n").run("run", "guide").exit())
        .isEqualTo(ErrorCode.MODEL_MISSING.exitCode());
    assertThat(bench.terminal(100).input("").run("run", "guide").exit())
        .isEqualTo(ErrorCode.MODEL_MISSING.exitCode());
    assertThat(daemon.requests()).noneMatch(request -> request.line().contains("pull"));
  }
}
