package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.ActivationList;
import dev.otters.api.session.ActivationMove;
import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.StatusReport;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OrchestratorTest extends CommandTest {
  private static final String STATUS = "GET /v1/status";
  private static final Problem ENOUGH = Problem.of(ErrorCode.FORBIDDEN, "enough", null);

  private static SessionState state(String id, String status, String input) {
    OpenTurn turn =
        new OpenTurn("t", "a", "ready", 2, 1, 0, "it broke", Instant.EPOCH, null, null, input);
    return new SessionState(
        id,
        "bob",
        null,
        status,
        "the model",
        Instant.now().minusSeconds(200),
        turn,
        0,
        "attempt 2 starts",
        Instant.now().plusSeconds(7300),
        null,
        null,
        List.of(),
        null);
  }

  private static StatusReport report(SessionState... states) {
    return new StatusReport(List.of(states), false);
  }

  /** Answers with one report after the other, then refuses. */
  private void given(StatusReport... reports) {
    Deque<StatusReport> left = new ArrayDeque<>(List.of(reports));
    daemon.on(
        STATUS,
        (request, reply) -> {
          if (left.isEmpty()) {
            reply.json(403, Json.write(ENOUGH));
          } else {
            reply.json(200, Json.write(left.pop()));
          }
        });
  }

  @Test
  void whatNeedsAPersonComesFirst() {
    given(
        report(
            state("works", "running", "a"),
            state("failed", "dead", "b\nc"),
            state("asks", "requires_action", "d")));

    List<String> lines = bench.run("orchestrator").out().lines().toList();

    assertThat(lines.getFirst()).isEqualTo("3 sessions");
    assertThat(lines.get(1)).containsSubsequence("AGENT", "STATE", "WAITS FOR", "INPUT");
    assertThat(lines.subList(2, 5))
        .extracting(line -> line.replaceAll(" {3,}", "|"))
        .containsExactly(
            "bob|asks|requires_action|3 minutes|1|the model|attempt 2 starts in 2 hours|d",
            "bob|failed|dead|3 minutes|1|the model|attempt 2 starts in 2 hours|b c",
            "bob|works|running|3 minutes|1|the model|attempt 2 starts in 2 hours|a");
  }

  @Test
  void nothingToDoIsSaid() {
    given(report());
    assertThat(bench.run("agent", "orchestrator").out())
        .isEqualTo("no session has anything to do\n");
  }

  @Test
  void aScreenIsRedrawnInPlaceAndNotOverfilled() {
    SessionState[] many =
        IntStream.range(0, 30)
            .mapToObj(i -> state("s" + i, "running", "x".repeat(1000)))
            .toArray(SessionState[]::new);
    given(report(many), report(many));

    String out = bench.terminal(80).run("orchestrator", "--watch").out();

    String[] frames = out.split("\u001b\\[H", -1);
    assertThat(frames).hasSize(3);
    for (String frame : List.of(frames[1], frames[2])) {
      List<String> lines = frame.replaceAll("\u001b\\[[KJ]", "").lines().toList();
      assertThat(lines).hasSizeLessThan(24).allMatch(line -> line.length() <= 80);
      assertThat(lines.getLast()).isEqualTo("… 10 more sessions");
    }
  }

  @Test
  void elsewhereTheTableIsPrintedWhenItChanges() {
    given(
        report(state("one", "running", "")),
        report(state("one", "running", "")),
        report(state("one", "dead", "")));

    String out = bench.run("orchestrator", "--watch").out();

    assertThat(out).doesNotContain("\u001b");
    assertThat(out.lines().filter(line -> line.startsWith("bob")))
        .hasSize(2)
        .last()
        .asString()
        .contains("dead");
  }

  @Test
  void theLogBeginsBeforeTheTableSoThatNoChangeIsMissed() {
    ActivationMove move =
        new ActivationMove(
            8, "bob", "one", "a1", Instant.EPOCH, "acked", "acked", 3, null, "answered");
    Deque<ActivationList> pages =
        new ArrayDeque<>(
            List.of(
                new ActivationList(List.of(), false, 7),
                new ActivationList(List.of(move), true, 8)));
    daemon.on(
        "GET /v1/activations",
        (request, reply) -> {
          if (pages.isEmpty()) {
            reply.json(403, Json.write(ENOUGH));
          } else {
            reply.json(200, Json.write(pages.pop()));
          }
        });
    given(report(state("one", "running", "")));

    String out = bench.run("orchestrator", "--watch", "--log").out();

    assertThat(out.lines().toList().getLast())
        .isEqualTo("1970-01-01T00:00:00Z acked     bob/one activation=a1 fence=3 answered");
    assertThat(daemon.requests())
        .extracting(request -> request.line())
        .containsSubsequence(
            "GET /v1/activations?limit=1",
            STATUS,
            "GET /v1/activations?after=7",
            "GET /v1/activations?after=8");
  }

  @Test
  void theReportIsPrintedAsJson() {
    StatusReport report = report(state("one", "running", "Hello"));
    given(report);
    assertThat(Json.read(bench.run("orchestrator", "--output", "json").out(), StatusReport.class))
        .isEqualTo(report);
  }
}
