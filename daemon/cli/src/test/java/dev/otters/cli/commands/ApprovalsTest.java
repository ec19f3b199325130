package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.ApprovalList;
import dev.otters.api.session.ApprovalView;
import dev.otters.api.session.CustomCallList;
import dev.otters.api.session.EventType;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApprovalsTest extends CommandTest {
  private static final String DECIDE = "POST /v1/agents/bob/sessions/s/approvals";

  private TurnScript turn;

  @BeforeEach
  void start() {
    turn = new TurnScript(daemon);
    daemon.on(DECIDE, (request, reply) -> reply.json(204, ""));
  }

  private void waiting(ApprovalView... approvals) {
    daemon.answer("GET /v1/approvals", new ApprovalList(List.of(approvals), null));
    daemon.answer("GET /v1/custom-calls", new CustomCallList(List.of(), null));
  }

  private static ApprovalView call(String id, String state) {
    Instant now = Instant.now();
    return new ApprovalView(
        id,
        "bob",
        "s",
        "call_0",
        "kubectl",
        List.of("delete", "pod a"),
        null,
        null,
        state,
        now,
        now.plus(Duration.ofHours(3)));
  }

  private String decision() {
    return daemon.requests().stream()
        .filter(request -> request.line().equals(DECIDE))
        .map(FakeDaemon.Request::text)
        .reduce((first, second) -> second)
        .orElse("none");
  }

  @Test
  void theCallsThatWaitAreListed() {
    waiting(call("1", "pending"), call("2", "running"));

    assertThat(bench.run("approvals").out())
        .contains("AGENT", "COMMAND", "kubectl delete 'pod a'", "pending", "running");
    assertThat(bench.run("approvals", "-q", "bob").out()).isEqualTo("1\n2\n");
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .endsWith("GET /v1/approvals?agent=bob", "GET /v1/custom-calls?agent=bob");
  }

  @Test
  void aDenialNeedsNoNameIfOneCallWaits() {
    waiting(call("1", "pending"), call("2", "running"));

    assertThat(bench.run("session", "confirm", "bob", "s", "1", "--allow").out())
        .isEqualTo("allowed kubectl delete 'pod a'\n");
    assertThat(decision())
        .isEqualTo("{\"approval\":\"1\",\"decision\":\"allow\",\"automatic\":false}");
    assertThat(bench.run("session", "confirm", "bob", "s", "--deny", "--note", "no").out())
        .isEqualTo("denied kubectl delete 'pod a'\n");
    assertThat(decision())
        .isEqualTo(
            "{\"approval\":\"1\",\"decision\":\"deny\",\"note\":\"no\",\"automatic\":false}");
  }

  @Test
  void oneOfSeveralMustBeNamed() {
    waiting(call("1", "pending"), call("2", "pending"));

    Bench.Run run = bench.run("session", "confirm", "bob", "s", "--deny");
    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains("2 calls of session s wait for approval", "name one.");
    bench.run("session", "confirm", "bob", "s", "2", "--allow");
    assertThat(decision()).contains("\"2\"");
  }

  @Test
  void aDecisionIsOneOfTwo() {
    waiting();

    assertThat(bench.run("session", "confirm", "bob", "s").exit()).isEqualTo(2);
    assertThat(bench.run("session", "confirm", "bob", "s", "--allow", "--deny").exit())
        .isEqualTo(2);
    assertThat(bench.run("session", "confirm", "bob", "s", "--deny").exit()).isEqualTo(3);
    assertThat(decision()).isEqualTo("none");
  }

  @Test
  void onlyANamedCallIsAllowed() {
    waiting(call("1", "pending"));

    Bench.Run run = bench.run("session", "confirm", "bob", "s", "--allow");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("missing ID: what is allowed must be named");
    assertThat(decision()).isEqualTo("none");
  }

  @Test
  void whatWasTypedBeforeTheQuestionIsNoAnswer() {
    script();

    bench.terminal(80).typedAhead("y\ny\n").run("prompt", "-s", "s", "bob", "x");
    assertThat(decision())
        .isEqualTo("{\"approval\":\"1\",\"decision\":\"deny\",\"automatic\":false}");
  }

  @Test
  void aPromptAsksAtATerminal() {
    script();

    Bench.Run allowed = bench.terminal(80).input("y\n").run("prompt", "-s", "s", "bob", "x");
    assertThat(allowed.err())
        .contains("the agent wants to run kubectl delete 'pod a'")
        .contains("the input of the next command: $'yes\\nplease'")
        .contains("Allow it? [y/N]");
    assertThat(decision())
        .isEqualTo("{\"approval\":\"1\",\"decision\":\"allow\",\"automatic\":false}");

    bench.terminal(80).input("\n").run("prompt", "-s", "s", "bob", "x");
    assertThat(decision())
        .isEqualTo("{\"approval\":\"1\",\"decision\":\"deny\",\"automatic\":false}");
  }

  @Test
  void elsewhereAPromptSaysHowToDecideAndWaits() {
    script();

    Bench.Run run = bench.run("prompt", "-s", "s", "bob", "x");
    assertThat(run.out()).isEqualTo("Done.\n");
    assertThat(run.err()).contains("otters session confirm bob s 1 --allow");
    assertThat(decision()).isEqualTo("none");
  }

  @Test
  void yesAllowsWhatTheDaemonDoesNotKeepForTheOperator() {
    script();

    Bench.Run run = bench.run("prompt", "--yes", "-s", "s", "bob", "x");
    assertThat(run.err()).contains("allowed by --yes").doesNotContain("otters session confirm");
    assertThat(decision())
        .isEqualTo("{\"approval\":\"1\",\"decision\":\"allow\",\"automatic\":true}");
  }

  @Test
  void whatYesMayNotAllowWaitsForTheOperator() {
    script();
    Problem kept = Problem.of(ErrorCode.FORBIDDEN, "calls of bob/kubectl are kept", null);
    daemon.on(DECIDE, (request, reply) -> reply.json(403, Json.write(kept)));

    Bench.Run run = bench.run("prompt", "--yes", "-s", "s", "bob", "x");
    assertThat(run.err())
        .contains("--yes does not apply: calls of bob/kubectl are kept")
        .contains("otters session confirm bob s 1 --allow");
  }

  @Test
  void allPagesAreListed() {
    waiting();
    daemon.on(
        "GET /v1/approvals",
        (request, reply) -> {
          boolean first = !request.query().contains("after=1");
          ApprovalView call = call(first ? "1" : "2", "pending");
          reply.json(200, Json.write(new ApprovalList(List.of(call), first ? "1" : null)));
        });

    assertThat(bench.run("approvals", "-q").out()).isEqualTo("1\n2\n");
  }

  private void script() {
    turn.acceptMessages();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          TurnScript.send(
              reply,
              TurnScript.started(),
              TurnScript.event(
                  6,
                  EventType.TOOL_USE,
                  Map.of(
                      "call",
                      "c1",
                      "name",
                      "kubectl",
                      "args",
                      List.of("delete", "pod a"),
                      "stdin",
                      "yes\nplease")),
              TurnScript.event(
                  7,
                  EventType.APPROVAL_REQUESTED,
                  Map.of("approval", "1", "call", "c1", "name", "kubectl")),
              TurnScript.event(8, EventType.APPROVAL_GRANTED, Map.of("call", "c1")),
              TurnScript.event(
                  9,
                  EventType.TOOL_RESULT,
                  Map.of("call", "c1", "exitCode", 0, "stdout", "ok\n", "stderr", "")),
              TurnScript.said(10, "Done."),
              TurnScript.finished(11, "answered"));
        });
  }
}
