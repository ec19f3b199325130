package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionResumeTest extends CommandTest {
  private TurnScript turn;

  @BeforeEach
  void hasASession() {
    turn = new TurnScript(daemon);
    Instant then = Instant.EPOCH;
    daemon.answer(
        "GET /v1/agents/bob/sessions/review",
        new SessionSummary("s", "bob", "idle", null, 9, 30, 0, 0, then, then, "review", "Look."));
    turn.acceptMessages();
    turn.follow(
        (request, reply) -> {
          reply.stream();
          if (request.query().contains("follow")) {
            TurnScript.send(
                reply,
                TurnScript.started(),
                TurnScript.said(6, "Yes."),
                TurnScript.finished(7, "answered"));
          } else {
            TurnScript.send(
                reply,
                TurnScript.event(29, EventType.USER_MESSAGE, Map.of("text", "Why?")),
                TurnScript.said(30, "Because."));
            reply.end();
          }
        });
  }

  @Test
  void eachLineOfAScriptIsAMessage() {
    Bench.Run run = bench.input("one\n\n  two ").run("session", "resume", "bob", "review");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("Yes.\nYes.\n");
    assertThat(run.err()).isEmpty();
    assertThat(turn.sent().toList()).hasSize(2).first().asString().contains("\"text\":\"one\"");
    assertThat(turn.sent().toList().getLast()).contains("\"text\":\"two\"");
  }

  @Test
  void aPersonSeesWhatWasSaidLastAndIsAskedForMore() {
    Bench.Run run = bench.input("so?\n").terminal(80).run("session", "resume", "bob", "review");
    assertThat(run.out()).isEqualTo("user: Why?\nagent: Because.\nYes.\n");
    assertThat(run.err()).isEqualTo("> > \n");
    assertThat(daemon.requests())
        .extracting(request -> request.line())
        .contains("GET " + TurnScript.EVENTS + "?after=10");
  }

  @Test
  void aScriptStopsAtTheFirstTurnThatFails() {
    turn.failTurns();
    Bench.Run run = bench.input("one\ntwo\n").run("session", "resume", "bob", "review");
    assertThat(run.exit()).isEqualTo(43);
    assertThat(turn.sent()).hasSize(1);
  }

  @Test
  void anInterruptedTurnIsTheLastOne() {
    turn.tell(TurnScript.started(), TurnScript.finished(7, "interrupted"));
    Bench.Run run =
        bench.input("one\ntwo\n").terminal(80).run("session", "resume", "bob", "review");
    assertThat(run.exit()).isEqualTo(130);
    assertThat(turn.sent()).hasSize(1);
  }

  @Test
  void aPersonMayGoOnAfterATurnThatFailed() {
    turn.failTurns();
    var _ = bench.input("one\ntwo\n").terminal(80).run("session", "resume", "bob", "review");
    assertThat(turn.sent()).hasSize(2);
  }

  @Test
  void theHelpListsItWithTheCommandsOfSessions() {
    assertThat(bench.run("session").out())
        .containsSubsequence("session ls ", "session transcript ", "session resume ");
  }

  @Test
  void anUnknownSessionIsNotBegun() {
    daemon.refuse(
        "GET /v1/agents/bob/sessions/none",
        Problem.of(ErrorCode.SESSION_NOT_FOUND, "session none not found", null));
    assertThat(bench.input("one\n").run("session", "resume", "bob", "none").exit()).isEqualTo(3);
    assertThat(turn.sent()).isEmpty();
  }

  @Test
  void aLineWithoutAnEndIsRefused() {
    Bench.Run run = bench.input("x".repeat(1_000_000)).run("session", "resume", "bob", "review");
    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("a line is longer than 900kB");
  }
}
