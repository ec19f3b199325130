package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionCommandsTest extends CommandTest {
  private static final String GENERATED = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";

  private static SessionSummary session(String id, String title) {
    Instant then = Instant.now().minusSeconds(300);
    return new SessionSummary(id, "bob", "idle", "answered", 2, 9, 20, 6, then, then, null, title);
  }

  private void has(boolean more, SessionSummary... sessions) {
    daemon.answer("GET /v1/sessions", new SessionList(List.of(sessions), more, null));
  }

  @Test
  void aListShowsShortIdsNamesAndFirstWords() {
    has(false, session(GENERATED, "What is\nthis?"), session("review", "Look at it"));
    Bench.Run run = bench.run("session", "ls");
    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            ID             AGENT   STATUS   TURNS   LAST            TITLE
            0a1b2c3d4e5f   bob     idle     2       5 minutes ago   What is this?
            review         bob     idle     2       5 minutes ago   Look at it
            """);
    assertThat(run.err()).isEmpty();
    assertThat(daemon.requests().getLast().line()).isEqualTo("GET /v1/sessions?limit=50");
  }

  @Test
  void aListFitsTheTerminal() {
    has(false, session("n".repeat(128), "word ".repeat(40)), session(GENERATED, "x"));
    assertThat(bench.terminal(60).run("session", "ls").out().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(60));
    assertThat(bench.terminal(60).run("session", "ls", "--no-trunc").out())
        .contains("n".repeat(128), GENERATED);
  }

  @Test
  void idsAreForScripts() {
    has(true, session(GENERATED, "x"), session("review", "y"));
    Bench.Run run = bench.run("session", "ls", "-q", "-n", "2", "bob");
    assertThat(run.out()).isEqualTo("0a1b2c3d4e5f\nreview\n");
    assertThat(run.err()).isEmpty();
    assertThat(daemon.requests().getLast().line()).isEqualTo("GET /v1/sessions?limit=2&agent=bob");
  }

  @Test
  void aTerminalLearnsThatThereAreMore() {
    has(true, session("a", "x"));
    assertThat(bench.terminal(80).run("session", "ls").err())
        .isEqualTo("There are more sessions. Show them with -n.\n");
  }

  @Test
  void jsonHoldsEverything() {
    has(false, session(GENERATED, "x"));
    assertThat(bench.run("session", "ls", "-o", "json").out())
        .contains("\"id\": \"" + GENERATED + "\"", "\"inputTokens\": 20");
  }

  @Test
  void aSessionIsShownWithItsUsage() {
    daemon.answer("GET /v1/agents/bob/sessions/0a1b", session(GENERATED, "What is\nthis?"));
    assertThat(bench.run("session", "show", "bob", "0a1b").out())
        .isEqualTo(
            """
            id        cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d
            agent     bob
            status    idle: answered
            turns     2
            events    9
            tokens    20 in, 6 out
            created   5 minutes ago
            last used 5 minutes ago
            title     What is this?
            """);
  }

  private void saysInSession(String text) {
    new TurnScript(daemon)
        .tell(
            TurnScript.event(1, EventType.USER_MESSAGE, Map.of("text", text)),
            TurnScript.started(),
            TurnScript.event(
                6, EventType.TOOL_USE, Map.of("call", "c", "name", "sh", "args", List.of("-c"))),
            TurnScript.event(
                7,
                EventType.TOOL_RESULT,
                Map.of("call", "c", "exitCode", 2, "stdout", "much", "durationMillis", 12)),
            TurnScript.event(8, EventType.TOOL_USE, Map.of("call", "d", "name", "ls")),
            TurnScript.said(9, text),
            TurnScript.finished(10, "answered"));
  }

  @Test
  void aTranscriptSaysWhoSaidWhatWithOneLineForEachToolCall() {
    saysInSession("Hello.\n");
    assertThat(bench.run("session", "transcript", "bob", "s").out())
        .isEqualTo(
            """
            user: Hello.
            ▸ sh -c (exit 2, 12ms)
            ▸ ls (no result)
            agent: Hello.
            """);
  }

  @Test
  void aTranscriptSaysWhereTheModelReadsASummary() {
    new TurnScript(daemon)
        .tell(
            TurnScript.event(1, EventType.USER_MESSAGE, Map.of("text", "Hello.")),
            TurnScript.event(3, EventType.COMPACTED, Map.of("summary", "x", "model", "acme/m")));

    assertThat(bench.run("session", "transcript", "bob", "s").out())
        .isEqualTo(
            """
            user: Hello.
            summary of the conversation before this turn, by acme/m
            """);
  }

  @Test
  void theTranscriptForScriptsIsOneListOfEvents() {
    saysInSession("Hello.");
    String json = bench.run("session", "transcript", "-o", "json", "bob", "s").out();
    assertThat(Json.read(json, SessionEvent[].class))
        .extracting(SessionEvent::seq)
        .containsExactly(1L, 6L, 7L, 8L, 9L);
  }

  @Test
  void aTranscriptIsHarmlessOnATerminal() {
    saysInSession("\u001b]0;gone\u0007Yes.");
    assertThat(bench.terminal(80).run("session", "transcript", "bob", "s").out())
        .contains("user: ·]0;gone·Yes.", "agent: ·]0;gone·Yes.");
  }

  @Test
  void theTranscriptOfAnUnknownSessionIsAnError() {
    daemon.refuse(
        "GET " + TurnScript.EVENTS,
        Problem.of(ErrorCode.SESSION_NOT_FOUND, "session s not found", null));
    assertThat(bench.run("session", "transcript", "bob", "s").exit()).isEqualTo(3);
  }

  private void takesRemovals() {
    for (String name : List.of("a", "b")) {
      daemon.answer("GET /v1/agents/bob/sessions/" + name, session(name, "x"));
      daemon.on("DELETE /v1/agents/bob/sessions/" + name, (request, reply) -> reply.json(204, ""));
    }
  }

  @Test
  void aScriptRemovesSessionsUnasked() {
    takesRemovals();
    assertThat(bench.run("session", "rm", "bob", "a", "b").out())
        .isEqualTo("removed a\nremoved b\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo("DELETE /v1/agents/bob/sessions/b");
    assertThat(bench.run("session", "rm", "-f", "bob", "a").exit()).isZero();
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("DELETE /v1/agents/bob/sessions/a?force=true");
  }

  @Test
  void theBeginningOfAnIdRemovesTheSessionOfThatIdAlone() {
    daemon.answer("GET /v1/agents/bob/sessions/0a1b", session(GENERATED, "x"));
    String route = "DELETE /v1/agents/bob/sessions/" + GENERATED;
    daemon.on(route, (request, reply) -> reply.json(204, ""));
    assertThat(bench.run("session", "rm", "bob", "0a1b").out()).isEqualTo("removed 0a1b\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo(route);
  }

  @Test
  void aTurnIsStoppedBySessionId() {
    daemon.answer("GET /v1/agents/bob/sessions/0a1b", session(GENERATED, "x"));
    String route = "POST /v1/agents/bob/sessions/" + GENERATED + "/interrupt";
    daemon.on(route, (request, reply) -> reply.json(204, ""));
    assertThat(bench.run("session", "interrupt", "bob", "0a1b").out())
        .isEqualTo("interrupted 0a1b\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo(route);
  }

  @Test
  void aSessionGetsAName() {
    daemon.answer("GET /v1/agents/bob/sessions/0a1b", session(GENERATED, "x"));
    String route = "PUT /v1/agents/bob/sessions/" + GENERATED + "/name";
    daemon.answer(route, named("review"));
    assertThat(bench.run("session", "rename", "bob", "0a1b", "review").out())
        .isEqualTo("renamed 0a1b to review\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo(route);
    assertThat(daemon.requests().getLast().text()).isEqualTo("{\"name\":\"review\"}");
  }

  private static SessionSummary named(String name) {
    Instant then = Instant.now().minusSeconds(300);
    return new SessionSummary(
        GENERATED, "bob", "idle", "answered", 2, 9, 20, 6, then, then, name, "first words");
  }

  @Test
  void aNamedSessionIsListedAndShownWithItsName() {
    has(false, named("review"));
    assertThat(bench.run("session", "ls").out())
        .contains("0a1b2c3d4e5f")
        .contains("review")
        .doesNotContain("first words");
    assertThat(bench.run("session", "ls", "-q").out()).isEqualTo("0a1b2c3d4e5f\n");
    daemon.answer("GET /v1/agents/bob/sessions/review", named("review"));
    assertThat(bench.run("session", "show", "bob", "review").out())
        .contains("name      review\n", "title     first words\n");
  }

  @Test
  void theEndOfASessionIsListedAndShown() {
    Instant now = Instant.now();
    SessionSummary ends =
        new SessionSummary(
            "today",
            "bob",
            "idle",
            null,
            0,
            0,
            0,
            0,
            now,
            now,
            null,
            "",
            Map.of(),
            null,
            List.of(),
            List.of(),
            null,
            now.plusSeconds(3 * 86_400 + 60));
    has(false, ends, session("other", "x"));
    assertThat(bench.run("session", "ls").out()).contains("EXPIRES", "in 3 days");
    daemon.answer("GET /v1/agents/bob/sessions/today", ends);
    assertThat(bench.run("session", "show", "bob", "today").out())
        .contains("expires   " + ends.expiresAt() + ", in 3 days");
  }

  @Test
  void aPersonIsAskedBeforeSessionsAreRemoved() {
    takesRemovals();
    Bench.Run no = bench.input("n\n").terminal(80).run("session", "rm", "bob", "a");
    assertThat(no.err()).isEqualTo("Remove a of agent bob? [y/N] nothing was removed\n");
    assertThat(no.exit()).isEqualTo(1);
    assertThat(daemon.requests()).isEmpty();
    Bench.Run yes = bench.input("y\n").terminal(80).run("session", "rm", "bob", "a");
    assertThat(yes.out()).isEqualTo("removed a\n");
  }

  @Test
  void theOtherSessionsAreRemovedWhenOneIsRefused() {
    takesRemovals();
    daemon.refuse(
        "DELETE /v1/agents/bob/sessions/a",
        Problem.of(ErrorCode.CONFLICT, "session a is running", "Wait."));
    Bench.Run run = bench.run("session", "rm", "bob", "a", "b");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.out()).isEqualTo("removed b\n");
  }

  @Test
  void aQuestionIsHarmlessOnATerminal() {
    assertThat(bench.input("n\n").terminal(80).run("session", "rm", "bob", "\u001b]0;x").err())
        .startsWith("Remove ·]0;x of agent bob? ");
  }
}
