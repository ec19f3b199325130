package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.ClientTool;
import dev.otters.api.session.EventType;
import dev.otters.api.session.NewSession;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.running.TurnListener;
import dev.otters.sessions.standing.Wait;
import dev.otters.sessions.wake.Repeat;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A session that expires after an hour. */
class SessionExpiryTest extends SessionBench {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final String EXPIRED = "session cli:chat:1 expired at 2026-01-01T01:00:00Z";

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private static NewSession wanted(
      String request,
      String session,
      @Nullable Instant at,
      @Nullable Long seconds,
      ClientTool... tools) {
    return new NewSession(
        request, session, null, Map.of(), null, List.of(tools), at, seconds, null, null);
  }

  private SessionId create(NewSession wanted) {
    return kit.sessions.creation().create(kit.agent, wanted, Optional.empty(), tx -> {});
  }

  private void create() {
    create(wanted("r1", kit.session.value(), null, HOUR.toSeconds()));
  }

  private void wake(Repeat repeat) {
    WakePlan plan =
        WakePlan.repeated(repeat, kit.time.now(), "again", Optional.empty(), WakePriority.NORMAL);
    kit.sessions.wakes().schedule(kit.agent, kit.session, plan, tx -> {});
  }

  private static void refused(ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .withMessage(EXPIRED)
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.EXPIRED));
  }

  private void assertEnded() {
    assertThat(kit.view().status()).isEqualTo(SessionStatus.TERMINATED);
    SessionEvent last = kit.events().getLast();
    assertThat(last.type()).isEqualTo(EventType.STATUS_CHANGED);
    assertThat(last.sender()).contains("daemon");
    assertThat(last.body()).contains("\"to\":\"terminated\"", "it expired at 2026-01-01T01:00:00Z");
    assertThat(kit.sessions.oversight().of(kit.agent, kit.session).awaits())
        .isEqualTo(new Wait.Nothing());
  }

  @Test
  void anIdleSessionEndsAtItsTimeAndTakesNoMoreMessages() {
    create();
    assertThat(kit.view().expires()).contains(kit.time.now().plus(HOUR));
    kit.say("Hello");
    kit.answer(kit.lease(), "Hi.");
    kit.advance(HOUR.minusMillis(1));
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);

    kit.advance(Duration.ofMillis(1));

    assertEnded();
    int events = kit.events().size();
    refused(() -> kit.say("Are you there?"));
    refused(() -> wake(new Repeat.Every(HOUR)));
    refused(() -> kit.sessions.oversight().retry(kit.agent, kit.session));
    assertThat(kit.events()).hasSize(events);
  }

  @Test
  void aMessageThatIsRepeatedAfterTheEndIsTheOneThatWasStored() {
    create();
    long seq = kit.service().appendUserMessage(kit.agent, kit.session, "m", "Hello", tx -> {});
    kit.advance(HOUR);

    assertThat(kit.service().appendUserMessage(kit.agent, kit.session, "m", "Hello", tx -> {}))
        .isEqualTo(seq);
    assertEnded();
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void aTurnThatRunsAtTheEndIsInterruptedAndWhatItReportsIsStale() {
    List<String> stopped = new ArrayList<>();
    kit.turns()
        .listen(
            new TurnListener() {
              @Override
              public void interrupted(UUID agent, String activation) {
                stopped.add(activation);
              }

              @Override
              public void ended(UUID agent, String activation) {}
            });
    create();
    kit.advance(HOUR.minusSeconds(10));
    kit.say("one");
    Activation turn = kit.lease();
    kit.say("two");

    kit.advance(Duration.ofSeconds(10));

    assertEnded();
    assertThat(kit.events(EventType.TURN_FINISHED).getFirst().body())
        .contains("\"outcome\":\"interrupted\"");
    assertThat(stopped).containsExactly(turn.id());
    SessionKit.assertStale(() -> kit.answer(turn, "late"));
    assertThat(kit.view().usage()).isEqualTo(SessionKit.USAGE);
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void callsThatWaitForTheOperatorAndTheClientAreGivenUp() {
    kit.directory.options = Map.of("ask-tools", "kubectl");
    kit.directory.tools = List.of(new ToolSchema("kubectl", "Clusters.", ToolSchema.BIN_INPUT));
    kit.sessions.approvals().boot(new ApprovalBench.Gated());
    create(wanted("r1", kit.session.value(), null, HOUR.toSeconds(), CustomBench.tool("weather")));
    kit.say("one");
    Activation turn = kit.lease();
    Completion calls =
        new Completion(
            "",
            List.of(ApprovalBench.GATED, CustomBench.WEATHER),
            StopReason.TOOL_USE,
            SessionKit.USAGE);
    kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", calls);
    kit.sessions.steps().open(kit.step(turn, 2), Long.MAX_VALUE);
    assertThat(kit.view().status()).isEqualTo(SessionStatus.REQUIRES_ACTION);

    kit.advance(HOUR);

    assertEnded();
    assertThat(kit.events(EventType.APPROVAL_DENIED)).hasSize(1);
    assertThat(kit.events(EventType.TOOL_RESULT).getFirst().body())
        .contains("before the client sent the result");
    Page.Place all = new Page.Place(Optional.of(kit.agent), 0, Page.MOST);
    assertThat(kit.sessions.approvals().open(all).entries()).isEmpty();
    assertThat(kit.sessions.customCalls().open(all).entries()).isEmpty();
    kit.advance(Duration.ofDays(2));
    assertThat(kit.tryLease()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TRANSIENT", "PERMANENT"})
  void aTurnThatFailedIsGivenUp(ErrorKind kind) {
    create();
    kit.advance(HOUR.minusSeconds(1));
    kit.say("one");
    kit.fail(kit.lease(), kind);

    kit.advance(Duration.ofSeconds(1));

    assertEnded();
    assertThat(kit.events(EventType.TURN_FINISHED)).hasSize(1);
    kit.advance(HOUR);
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void wakesAreCancelledAndNoneFiresWithTheEnd() {
    create();
    wake(new Repeat.Every(HOUR));
    wake(new Repeat.Every(HOUR.multipliedBy(2)));

    kit.advance(HOUR);

    assertEnded();
    assertThat(kit.events(EventType.WAKE_CANCELLED)).hasSize(2);
    assertThat(kit.events(EventType.WAKE_FIRED)).isEmpty();
    assertThat(kit.sessions.wakes().pending(kit.agent, kit.session)).isEmpty();
  }

  @Test
  void aSessionThatExpiredWhileNoDaemonRanEndsBeforeAnythingElse() {
    create();
    kit.say("one");
    wake(new Repeat.Every(HOUR));
    kit.lease();
    kit.time.jumpWallClock(HOUR.multipliedBy(3));

    kit.restart(Set.of(kit.agent));
    kit.connect();

    assertEnded();
    assertThat(kit.events(EventType.WAKE_FIRED)).isEmpty();
    assertThat(kit.tryLease()).isEmpty();
  }

  @Test
  void aClockThatIsSetBackWakesNoEndedSession() {
    create();
    kit.advance(HOUR);
    assertEnded();

    kit.time.jumpWallClock(HOUR.multipliedBy(-2));
    refused(() -> kit.say("Are you there?"));
    kit.restart(Set.of());
    refused(() -> kit.say("Are you there?"));
    kit.advance(HOUR.multipliedBy(4));

    assertEnded();
  }

  @Test
  void aClockThatJumpsForwardEndsASessionWithTheNextMessageOrSoon() {
    create();
    create(wanted("r2", "other", null, HOUR.toSeconds()));
    kit.time.jumpWallClock(HOUR);

    refused(() -> kit.say("Are you there?"));
    assertEnded();

    create(wanted("r3", "third", null, HOUR.toSeconds()));
    kit.time.jumpWallClock(HOUR);
    kit.advance(Duration.ofSeconds(30));
    assertThat(kit.service().find(kit.agent, new SessionId("third")).orElseThrow().status())
        .isEqualTo(SessionStatus.TERMINATED);
  }

  @Test
  void manySessionsEndTogether() {
    for (int i = 0; i < 250; i++) {
      create(wanted("r" + i, "s" + i, kit.time.now().plus(HOUR), null));
    }
    kit.advance(HOUR);
    assertThat(
            kit.database.<Long>read(
                rows ->
                    rows.number("SELECT count(*) AS n FROM sessions WHERE status = 'TERMINATED'")))
        .isEqualTo(250);
  }

  @Test
  void aRepeatedRequestFindsTheSessionAfterItsEnd() {
    NewSession wanted = wanted("r1", null, kit.time.now().plus(HOUR), null);
    SessionId id = create(wanted);
    kit.advance(HOUR);
    assertThat(create(wanted)).isEqualTo(id);
  }

  @Test
  void anExpiryMustBeInTheFutureAndGivenOnce() {
    Instant now = kit.time.now();
    for (NewSession wrong :
        List.of(
            wanted("r1", null, now, null),
            wanted("r1", null, now.minusSeconds(1), null),
            wanted("r1", null, now.plus(Duration.ofDays(3651)), null),
            wanted("r1", null, null, 0L),
            wanted("r1", null, null, Long.MAX_VALUE),
            wanted("r1", null, now.plusSeconds(1), 1L))) {
      assertThatExceptionOfType(SessionException.class)
          .isThrownBy(() -> create(wrong))
          .satisfies(e -> assertThat(e.code()).isEqualTo(Code.INVALID));
    }
    assertThat(kit.service().list(Optional.of(kit.agent), "", SessionPlace.FIRST, 9)).isEmpty();
  }
}
