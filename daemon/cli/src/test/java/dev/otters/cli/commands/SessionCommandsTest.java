package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionCommandsTest extends CommandTest {
  private static final String GENERATED = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";

  private static SessionSummary session(String id, String title) {
    Instant then = Instant.now().minusSeconds(300);
    return new SessionSummary(id, "bob", "idle", "answered", 2, 9, 20, 6, then, then, title);
  }

  private void has(boolean more, SessionSummary... sessions) {
    daemon.answer("GET /v1/sessions", new SessionList(List.of(sessions), more));
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
}
