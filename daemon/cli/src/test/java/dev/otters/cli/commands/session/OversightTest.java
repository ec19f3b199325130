package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.ActivationList;
import dev.otters.api.session.ActivationMove;
import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OversightTest extends CommandTest {
  private static final String DEPLOY = "GET /v1/agents/bob/sessions/deploy";
  private static final String RETRY = "POST /v1/agents/bob/sessions/deploy/retry";
  private final Instant now = Instant.now();

  private final SessionState failed =
      new SessionState(
          "deploy",
          "bob",
          null,
          "dead",
          "you, since no attempts are left",
          now.minusSeconds(180),
          new OpenTurn(
              "0123456789ab-cdef",
              "a1",
              "blocked",
              6,
              5,
              5,
              "it broke\u001b[2J",
              now.minusSeconds(180),
              null,
              null,
              "Hello"),
          2,
          "a message or this command starts the turn again",
          null,
          null,
          null,
          List.of(),
          "otters session retry bob deploy");

  private final SessionState retried =
      new SessionState(
          "deploy",
          "bob",
          null,
          "rescheduling",
          "the agent, which is stopped",
          now,
          null,
          0,
          "its turn starts with the agent",
          null,
          null,
          null,
          List.of(),
          "otters start bob");

  @BeforeEach
  void aSessionThatFailed() {
    SessionSummary summary =
        new SessionSummary("deploy", "bob", "dead", null, 0, 1, 0, 0, now, now, null, "Look.");
    daemon.answer(DEPLOY, summary);
    daemon.answer(DEPLOY + "/status", failed);
    daemon.answer(RETRY, retried);
  }

  private static ActivationMove move(long seq, String kind, String cause) {
    String runtime = kind.equals("leased") ? "0123456789abcdef" : null;
    return new ActivationMove(
        seq, "bob", "deploy", "a1", Instant.EPOCH, kind, "ready", 3, runtime, cause);
  }

  @Test
  void theStatusAnswersWhatAnOperatorAsks() {
    assertThat(bench.run("session", "status", "bob", "deploy").out())
        .isEqualTo(
            """
            id         deploy
            agent      bob
            status     dead
            waits for  you, since no attempts are left
            since      3 minutes ago
            turn       0123456789ab, blocked
            tried      taken 6 times, 5 attempts failed in a row
            last error it broke·[2J (3 minutes ago)
            messages   2 for the next turn
            next       a message or this command starts the turn again
            do         otters session retry bob deploy
            """);
    assertThat(bench.run("agent", "session", "status", "bob", "deploy").out()).contains("do  ");
  }

  @Test
  void theStatusIsPrintedAsJson() {
    String json = bench.run("session", "status", "bob", "deploy", "--output", "json").out();
    assertThat(Json.read(json, SessionState.class)).isEqualTo(failed);
  }

  @Test
  void aHeldTurnShowsItsRuntimeAndItsLease() {
    OpenTurn turn =
        new OpenTurn(
            "t1",
            "a1",
            "leased",
            1,
            0,
            0,
            null,
            null,
            "01234567-89ab-cdef",
            Instant.now().plusSeconds(3660),
            "Hello");
    SessionState state =
        new SessionState(
            "deploy",
            "bob",
            "ship",
            "running",
            "the running turn",
            now,
            turn,
            0,
            "the turn ends",
            null,
            Instant.now().plusSeconds(7260),
            null,
            List.of(),
            "otters session interrupt bob deploy");
    daemon.answer(DEPLOY + "/status", state);

    assertThat(bench.run("session", "status", "bob", "deploy").out())
        .contains("name       ship")
        .contains("held by    runtime 0123456789ab, lease ends in About an hour")
        .contains("tried      taken 1 time\n")
        .contains("next wake  in 2 hours");
  }

  @Test
  void aRetrySaysWhatFollows() {
    assertThat(bench.run("session", "retry", "bob", "deploy").out())
        .isEqualTo(
            """
            deploy waits for the agent, which is stopped: its turn starts with the agent
            Go on with 'otters start bob'.
            """);
    assertThat(daemon.requests().getLast().line()).isEqualTo(RETRY);
  }

  @Test
  void aRetryOfWhatDidNotFailIsAConflict() {
    daemon.refuse(RETRY, Problem.of(ErrorCode.CONFLICT, "session deploy is idle", "See it."));
    Bench.Run run = bench.run("session", "retry", "bob", "deploy");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("session deploy is idle", "See it.");
  }

  @Test
  void movesArePrintedWithTheNewestLast() {
    ActivationList list =
        new ActivationList(
            List.of(move(8, "acked", "answered"), move(7, "leased", "attempt 1")), false, 8);
    daemon.answer("GET /v1/activations", list);

    assertThat(bench.run("activations", "bob", "deploy").out())
        .isEqualTo(
            """
            1970-01-01T00:00:00Z leased    bob/deploy activation=a1 fence=3 runtime=0123456789ab attempt 1
            1970-01-01T00:00:00Z acked     bob/deploy activation=a1 fence=3 answered
            """);
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET /v1/activations?agent=bob&session=deploy&limit=50");
    assertThat(bench.run("agent", "activation-events", "-n", "2", "-o", "json").out().lines())
        .extracting(line -> Json.read(line, ActivationMove.class).seq())
        .containsExactly(7L, 8L);
    assertThat(bench.terminal(40).run("activations", "-n", "2").out().lines())
        .allMatch(line -> line.length() == 40 && line.endsWith("…"));
  }

  @Test
  void aFollowerGoesOnAfterTheLastMoveAndEndsWithTheAgent() {
    Map<String, ActivationList> pages =
        Map.of(
            "limit=50", new ActivationList(List.of(move(7, "leased", "attempt 1")), false, 9),
            "after=9", new ActivationList(List.of(move(12, "acked", "answered")), true, 12));
    daemon.on(
        "GET /v1/activations",
        (request, reply) ->
            reply.json(
                pages.containsKey(request.query()) ? 200 : 404,
                Json.write(
                    pages.containsKey(request.query())
                        ? pages.get(request.query())
                        : Problem.of(ErrorCode.AGENT_NOT_FOUND, "the agent was removed", null))));

    Bench.Run run = bench.run("activations", "-f");

    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out()).contains("leased", "acked");
    assertThat(run.exit()).isEqualTo(3);
  }
}
