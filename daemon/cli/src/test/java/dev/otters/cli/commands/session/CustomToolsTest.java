package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.ApprovalList;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.CustomCallList;
import dev.otters.api.session.CustomCallView;
import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CustomToolsTest extends CommandTest {
  private static final String CREATE = "POST /v1/agents/bob/sessions";
  private static final String ANSWER = "POST /v1/agents/bob/sessions/trip/custom-calls/c7";

  @BeforeEach
  void aSessionThatWaits() {
    SessionSummary session = session("bob", "trip", "front/daily");
    daemon.answer(CREATE, session);
    daemon.answer("GET /v1/agents/bob/sessions/trip", session);
    daemon.answer("GET /v1/approvals", new ApprovalList(List.of(), null));
    daemon.answer(
        "GET /v1/custom-calls",
        new CustomCallList(List.of(call("c7", "trip"), call("c8", "other")), null));
    daemon.on(ANSWER, (request, reply) -> reply.json(204, ""));
  }

  private static SessionSummary session(String agent, String id, @Nullable String parent) {
    Instant then = Instant.now().minusSeconds(300);
    return new SessionSummary(
        id,
        agent,
        "requires_action",
        "a call waits for its client",
        0,
        5,
        9,
        3,
        then,
        then,
        null,
        "A trip",
        Map.of("team", "web"),
        new BudgetRequest("200000", null),
        List.of("weather", "clock"),
        List.of("app/u1"),
        parent,
        null);
  }

  private static CustomCallView call(String id, String session) {
    return new CustomCallView(
        id, "bob", session, "call_0", "weather", Map.of("city", "Bergen"), Instant.now());
  }

  private NewSession created() {
    return Json.read(daemon.requests().getLast().text(), NewSession.class);
  }

  @Test
  void aSessionIsCreatedWithWhatTheUserGives() throws IOException {
    Path tool =
        Files.writeString(
            folder.resolve("weather.json"),
            "{\"name\":\"weather\",\"description\":\"x\",\"schema\":{\"type\":\"object\"}}");

    Bench.Run run =
        bench.run(
            "session",
            "create",
            "--title",
            "A trip",
            "--label",
            "team=web",
            "--budget",
            "tokens=200000",
            "--tool",
            tool.toString(),
            "bob",
            "trip");

    assertThat(run.out()).isEqualTo("trip\n");
    NewSession wanted = created();
    assertThat(wanted.session()).isEqualTo("trip");
    assertThat(wanted.title()).isEqualTo("A trip");
    assertThat(wanted.labels()).isEqualTo(Map.of("team", "web"));
    assertThat(wanted.budget()).isEqualTo(new BudgetRequest("200000", null));
    assertThat(wanted.tools().getFirst().schema()).isEqualTo(Map.of("type", "object"));
  }

  @Test
  void aSessionWithoutANameGetsAGeneratedOne() {
    assertThat(bench.run("session", "create", "bob").exit()).isZero();
    assertThat(created().session()).startsWith("cli:chat:");
    assertThat(created().budget()).isNull();
  }

  @Test
  void aSessionEndsAfterATimeOrAtOne() {
    assertThat(bench.run("session", "create", "--expires", "2d", "bob").exit()).isZero();
    assertThat(created().expiresInSeconds()).isEqualTo(172_800);
    assertThat(created().expiresAt()).isNull();

    bench.run("session", "create", "--expires", "2026-12-31T12:00:00+01:00", "bob");
    assertThat(created().expiresAt()).isEqualTo("2026-12-31T11:00:00Z");
    assertThat(created().expiresInSeconds()).isNull();
  }

  @Test
  void wrongOptionsAreErrorsOfUse() throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.json"), "{\"name\": 7");

    for (String[] words :
        new String[][] {
          {"--tool", folder.resolve("none.json").toString()},
          {"--tool", broken.toString()},
          {"--budget", "days=3"},
          {"--label", "team"},
          {"--expires", "soon"},
          {"--expires", "2026-12-31"}
        }) {
      Bench.Run run = bench.run("session", "create", words[0], words[1], "bob");
      assertThat(run.exit()).as(run.err()).isEqualTo(2);
    }
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void whatWaitsIsShownWithTheCommandThatAnswersIt() {
    assertThat(bench.run("session", "show", "bob", "trip").out())
        .contains(
            "budget    200000 tokens",
            "label     team=web",
            "tools     weather, clock",
            "waits     weather '{\"city\":\"Bergen\"}'",
            "otters session custom-result bob trip c7 TEXT")
        .doesNotContain("c8");
    assertThat(bench.run("approvals").out()).contains("c7", "custom", "weather", "other");
    assertThat(bench.run("approvals", "--output", "json").out()).contains("\"id\": \"c8\"");
  }

  @Test
  void aResultComesFromTheCommandLineOrFromStandardInput() {
    assertThat(bench.run("session", "custom-result", "bob", "trip", "c7", "rain").out())
        .isEqualTo("answered c7\n");
    assertThat(daemon.requests().getLast().text())
        .isEqualTo("{\"text\":\"rain\",\"isError\":false}");

    bench
        .input("no network\n")
        .run("session", "custom-result", "--error", "bob", "trip", "c7", "-");
    assertThat(daemon.requests().getLast().text())
        .isEqualTo("{\"text\":\"no network\\n\",\"isError\":true}");
  }

  @Test
  void aChildOfAnotherAgentsSessionIsCreatedAndShown() {
    daemon.answer("GET /v1/agents/front/sessions/d", session("front", "daily", null));
    bench.run("session", "create", "--parent", "front/d", "--grant", "app/u1", "bob", "trip");
    assertThat(created().parent()).isEqualTo("front/daily");
    assertThat(created().grants()).containsExactly("app/u1");
    bench.run("session", "create", "--parent", "front/d", "bob");
    assertThat(created().grants()).isNull();
    bench.run("session", "create", "--no-grants", "bob");
    assertThat(created().grants()).isEmpty();
    assertThat(created().parent()).isNull();

    assertThat(bench.run("session", "show", "bob", "trip").out())
        .contains("grants    app/u1\nparent    front/daily\n");
    daemon.answer(
        "GET /v1/sessions",
        new SessionList(List.of(session("bob", "trip", "front/daily")), false, null));
    assertThat(bench.run("session", "ls").out()).contains("PARENT", "front/daily");
  }

  @ParameterizedTest
  @CsvSource({
    "--parent=daily,--parent 'daily': must be AGENT/SESSION",
    "--parent=/daily,must be AGENT/SESSION",
    "--parent=front/,must be AGENT/SESSION",
    "--no-grants --grant=a,--grant and --no-grants exclude each other"
  })
  void wrongParentsAndGrantsAreRefused(String options, String why) {
    String[] line = ("session create bob " + options).split(" ");
    Bench.Run run = bench.run(line);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(why);
  }
}
