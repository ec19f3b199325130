package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.ActivationList;
import dev.otters.api.session.ActivationMove;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.StatusReport;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusRoutesTest {
  private static final String REVIEW = "/v1/agents/bob/sessions/review";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    kit.ask("POST " + REVIEW + "/events", "", Json.write(MessageRequest.user("m", "Hello")))
        .close();
  }

  private SessionState state(String line) {
    try (Http answer = kit.ask(line)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), SessionState.class);
    }
  }

  private SessionState status() {
    return state("GET " + REVIEW + "/status");
  }

  private Problem refused(String line) {
    try (Http answer = kit.ask(line)) {
      return ApiKit.problem(answer);
    }
  }

  private Activation lease() throws InterruptedException {
    return kit.daemon.sessions().turns().lease(kit.bob, "runtime");
  }

  private void end(Activation turn, Outcome outcome) {
    kit.daemon.sessions().turns().ack(kit.bob, turn.id(), turn.fence(), outcome);
  }

  private void fail(ErrorKind kind) throws InterruptedException {
    end(lease(), new Outcome.Failed(kind, "the key is wrong"));
  }

  @Test
  void aWaitingSessionSaysThatItsRuntimeTakesIt() {
    assertThat(status().waitsFor()).isEqualTo("the agent's runtime");
    assertThat(status().next()).isEqualTo("its turn starts at once");
    assertThat(status().command()).isNull();
  }

  @Test
  void aRunningTurnSaysWhoHoldsIt() throws InterruptedException {
    Activation leased = lease();
    SessionState state = status();
    OpenTurn turn = Objects.requireNonNull(state.turn());

    assertThat(state.status()).isEqualTo("running");
    assertThat(state.command()).isEqualTo("otters session interrupt bob review");
    assertThat(turn.activation()).isEqualTo(leased.id());
    assertThat(turn.runtime()).isEqualTo("runtime");
    assertThat(turn.leaseUntil()).isNotNull();
    assertThat(turn.input()).isEqualTo("Hello");
  }

  @Test
  void aFailedTurnSaysWhyAndIsStartedAgain() throws InterruptedException {
    fail(ErrorKind.PERMANENT);
    SessionState failed = status();
    assertThat(failed.status()).isEqualTo("blocked_error");
    assertThat(failed.waitsFor()).isEqualTo("you, since the last attempt failed for good");
    assertThat(failed.command()).isEqualTo("otters session retry bob review");
    assertThat(Objects.requireNonNull(failed.turn()).lastError()).isEqualTo("the key is wrong");
    assertThat(failed.turn().failures()).isOne();

    for (int i = 0; i < 2; i++) {
      SessionState retried = state("POST " + REVIEW + "/retry");
      assertThat(retried.status()).isEqualTo("rescheduling");
      assertThat(retried.waitsFor()).isEqualTo("the agent's runtime");
    }
    end(lease(), new Outcome.Answered("done"));
    Problem refused = refused("POST " + REVIEW + "/retry");
    assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(refused.title())
        .isEqualTo("session review is idle, so nothing of it has failed for good");
  }

  @Test
  void aTurnThatIsTriedAgainSaysWhen() throws InterruptedException {
    fail(ErrorKind.TRANSIENT);
    SessionState state = status();
    if (state.nextAt() != null) {
      assertThat(state.waitsFor()).isEqualTo("the time of its next attempt");
    }
    assertThat(state.status()).isEqualTo("rescheduling");
    assertThat(state.next()).startsWith("attempt 2 starts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SESSION | TOKENS | otters session budget bob review --tokens NUMBER",
        "SESSION | COST   | otters session budget bob review --cost DOLLARS",
        "AGENT   | COST   | otters update --budget agent-cost=DOLLARS bob",
        "DAY     | COST   | otters update --budget day-cost=DOLLARS bob",
        "DAY     | TOKENS | otters update --budget day-tokens=NUMBER bob"
      })
  void theCommandRaisesTheLimitThatStoppedTheTurn(String scope, String unit, String command)
      throws InterruptedException {
    stoppedBy(scope, unit);
    assertThat(status().command()).isEqualTo(command);
  }

  @Test
  void theBudgetOfTheDaemonIsNotRaisedByACommand() throws InterruptedException {
    stoppedBy("HOME", "COST");
    SessionState stopped = status();
    assertThat(stopped.waitsFor())
        .isEqualTo("00:00 UTC, or a larger budget-day-cost in ottersd.yaml");
    assertThat(stopped.nextAt()).isAfter(stopped.since());
    assertThat(stopped.command()).isEqualTo("otters session retry bob review");
  }

  private void stoppedBy(String scope, String unit) throws InterruptedException {
    fail(ErrorKind.PERMANENT);
    kit.daemon
        .database()
        .update(
            tx -> tx.execute("UPDATE activations SET budget = ?, budget_unit = ?", scope, unit));
  }

  @Test
  void aStoppedAgentIsNamedWithTheCommandThatStartsIt() throws InterruptedException {
    fail(ErrorKind.PERMANENT);
    kit.ask("POST /v1/agents/bob/stop").close();

    SessionState retried = state("POST " + REVIEW + "/retry");

    assertThat(retried.waitsFor()).isEqualTo("the agent, which is stopped");
    assertThat(retried.next()).isEqualTo("its turn starts with the agent");
    assertThat(retried.command()).isEqualTo("otters start bob");
  }

  @Test
  void anIdleSessionWaitsForAMessageOrAWake() throws InterruptedException {
    end(lease(), new Outcome.Answered("done"));
    assertThat(status().waitsFor()).isEqualTo("a message");
    assertThat(status().command()).isEqualTo("otters prompt -s review bob TEXT");

    kit.ask("POST " + REVIEW + "/wakes", "", "{\"inSeconds\":600}").close();
    assertThat(status().waitsFor()).isEqualTo("a wake");
    assertThat(status().nextAt()).isEqualTo(status().nextWake()).isNotNull();
    assertThat(status().command()).isNull();
  }

  @Test
  void anUrgentMessageStopsTheTurn() throws InterruptedException {
    Activation turn = lease();
    String message = Json.write(MessageRequest.user("urgent", "Stop."));
    for (int i = 0; i < 2; i++) {
      try (Http answer = kit.ask("POST " + REVIEW + "/events?interrupt=true", "", message)) {
        assertThat(answer.status()).isEqualTo(202);
      }
    }
    end(turn, new Outcome.Failed(ErrorKind.UNKNOWN, "stopped"));

    OpenTurn next = Objects.requireNonNull(status().turn());
    assertThat(next.input()).isEqualTo("Stop.");
    assertThat(next.fence()).isZero();
    assertThat(kit.daemon.sessions().service().find(kit.bob, new SessionId("review")))
        .get()
        .satisfies(view -> assertThat(view.reason()).contains("interrupted"));
  }

  @Test
  void theJournalIsServedInBothDirections() throws InterruptedException {
    fail(ErrorKind.PERMANENT);
    try (Http answer = kit.ask("GET /v1/activations?agent=bob&session=review")) {
      ActivationList newest = Json.read(answer.body(), ActivationList.class);
      assertThat(newest.moves())
          .extracting(ActivationMove::kind)
          .containsExactly("blocked", "leased");
      assertThat(newest.moves().getFirst().cause()).isEqualTo("the key is wrong");
      assertThat(newest.moves().getFirst().agent()).isEqualTo("bob");
      assertThat(newest.moves().getLast().runtime()).isEqualTo("runtime");
    }
    try (Http answer = kit.ask("GET /v1/activations?after=0&limit=1")) {
      ActivationList first = Json.read(answer.body(), ActivationList.class);
      assertThat(first.moves()).extracting(ActivationMove::kind).containsExactly("leased");
      assertThat(first.more()).isTrue();
      assertThat(first.last()).isEqualTo(first.moves().getFirst().seq());
    }
    for (String wrong :
        List.of("after=-1", "before=x", "limit=1001", "session=review", "agent=bob&session=a/b")) {
      assertThat(refused("GET /v1/activations?" + wrong).code())
          .as(wrong)
          .isEqualTo(ErrorCode.INVALID_REQUEST);
    }
    assertThat(refused("GET /v1/activations?agent=bob&session=other").code())
        .isEqualTo(ErrorCode.SESSION_NOT_FOUND);
  }

  @Test
  void theSessionsWithSomethingToDoAreListed() throws InterruptedException {
    end(lease(), new Outcome.Answered("done"));
    for (String session : List.of("one", "two")) {
      String line = "POST /v1/agents/bob/sessions/" + session + "/events";
      kit.ask(line, "", Json.write(MessageRequest.user("m", "Hello"))).close();
    }
    try (Http answer = kit.ask("GET /v1/status")) {
      StatusReport all = Json.read(answer.body(), StatusReport.class);
      assertThat(all.more()).isFalse();
      assertThat(all.sessions()).extracting(SessionState::id).containsExactly("one", "two");
      assertThat(all.sessions()).extracting(SessionState::agent).containsOnly("bob");
    }
    try (Http answer = kit.ask("GET /v1/status?limit=1")) {
      StatusReport first = Json.read(answer.body(), StatusReport.class);
      assertThat(first.more()).isTrue();
      assertThat(first.sessions()).extracting(SessionState::id).containsExactly("one");
    }
  }

  @Test
  void unknownAgentsAndSessionsAreNotFound() {
    for (String line : List.of("GET %s/status", "POST %s/retry")) {
      assertThat(refused(line.formatted("/v1/agents/bob/sessions/other")).code())
          .isEqualTo(ErrorCode.SESSION_NOT_FOUND);
      assertThat(refused(line.formatted("/v1/agents/nobody/sessions/review")).code())
          .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
    assertThat(refused("GET /v1/status?limit=0").code()).isEqualTo(ErrorCode.INVALID_REQUEST);
  }
}
