package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.ActivationMove;
import dev.otters.sessions.log.ActivationState;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.Claim;
import dev.otters.sessions.log.JournalEntry;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.standing.Standing;
import dev.otters.sessions.standing.Wait;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OversightTest extends SessionBench {
  private Standing standing() {
    return kit.sessions.oversight().of(kit.agent, kit.session);
  }

  private Claim claim() {
    return standing().claim().orElseThrow();
  }

  private void retry() {
    Standing unused = kit.sessions.oversight().retry(kit.agent, kit.session);
  }

  private List<JournalEntry> moves() {
    return kit.sessions
        .oversight()
        .later(Optional.of(kit.agent), Optional.empty(), 0, 100)
        .entries();
  }

  private void die() {
    for (int attempt = 1; attempt <= 5; attempt++) {
      kit.advance(Backoff.CAP);
      kit.fail(kit.lease(), ErrorKind.UNKNOWN);
    }
  }

  @Test
  void anIdleSessionWaitsForAMessageOrItsNextWake() {
    kit.say("one");
    kit.answer(kit.lease(), "done");
    kit.advance(Duration.ofMinutes(3));

    assertThat(standing().awaits()).isEqualTo(new Wait.Message());
    assertThat(standing().claim()).isEmpty();
    assertThat(standing().nextWake()).isEmpty();
    assertThat(standing().since()).isEqualTo(kit.time.now().minus(Duration.ofMinutes(3)));

    WakePlan plan =
        WakePlan.once(
            kit.time.now().plusSeconds(90),
            kit.time.now(),
            "Look",
            Optional.empty(),
            WakePriority.NORMAL);
    kit.sessions.wakes().schedule(kit.agent, kit.session, plan, _ -> {});
    assertThat(standing().nextWake()).contains(plan.due());
  }

  @Test
  void aRunningTurnSaysWhoHoldsItUntilWhen() {
    kit.say("What is this?");
    Activation turn = kit.lease();
    kit.say("And that?");
    kit.advance(Duration.ofSeconds(10));

    assertThat(standing().awaits()).isEqualTo(new Wait.Turn());
    assertThat(standing().leaseUntil()).contains(kit.time.now().plusSeconds(20));
    assertThat(standing().messages()).isOne();
    assertThat(claim().owner()).contains("connection 1");
    assertThat(claim().turn().fence()).isEqualTo(turn.fence());
    assertThat(claim().input()).isEqualTo("What is this?");
  }

  @Test
  void aRetrySaysWhenItComesAndWhy() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.completion(turn).retryAfter(Duration.ofSeconds(90));
    kit.fail(turn, ErrorKind.TRANSIENT);
    kit.advance(Duration.ofSeconds(30));

    assertThat(standing().awaits()).isEqualTo(new Wait.Retry(kit.time.now().plusSeconds(60)));
    assertThat(standing().since()).isEqualTo(kit.time.now().minusSeconds(30));
    assertThat(claim().turn().attempts()).isOne();
    assertThat(claim().failure().orElseThrow().message()).isEqualTo("it broke");

    kit.advance(Duration.ofSeconds(61));
    assertThat(standing().awaits()).isEqualTo(new Wait.Pickup());
  }

  @Test
  void aTurnWaitsForItsAgentOrForAPlace() {
    kit.turns().disconnect(kit.agent, "connection 1");
    kit.say("one");
    assertThat(standing().awaits()).isEqualTo(new Wait.Agent());
    assertThat(claim().input()).isEqualTo("one");

    kit.connect();
    assertThat(standing().awaits()).isEqualTo(new Wait.Pickup());
    kit.lease();
    SessionId other = new SessionId("other");
    kit.say(other, "hello");
    assertThat(kit.sessions.oversight().of(kit.agent, other).awaits()).isEqualTo(new Wait.Place(1));
  }

  @Test
  void aRuntimeThatStoppedRespondingIsWaitedFor() {
    kit.say("one");
    kit.lease();
    kit.advance(Duration.ofSeconds(31));
    assertThat(standing().awaits()).isEqualTo(new Wait.Death());
    assertThat(standing().leaseUntil()).isEmpty();
  }

  @Test
  void aDeadSessionIsStartedAgainWithAllItsAttempts() {
    kit.say("one");
    die();
    assertThat(standing().awaits()).isEqualTo(new Wait.Operator(Optional.empty()));
    assertThat(claim().turn().unknowns()).isEqualTo(5);

    retry();

    assertThat(standing().session().status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(claim().turn().attempts()).isZero();
    for (int attempt = 1; attempt <= 4; attempt++) {
      kit.fail(kit.lease(), ErrorKind.UNKNOWN);
      assertThat(standing().session().status()).isEqualTo(SessionStatus.RESCHEDULING);
      kit.advance(Backoff.CAP);
    }
    kit.answer(kit.lease(), "at last");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aRepeatedRetryChangesNothing() {
    kit.say("one");
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    retry();
    List<JournalEntry> before = moves();
    retry();
    assertThat(moves()).isEqualTo(before);
    Activation turn = kit.lease();
    retry();
    assertThat(claim().turn().leasedWith(turn.fence())).isTrue();

    kit.fail(turn, ErrorKind.TRANSIENT);
    assertNotFailed("rescheduling");
  }

  private void assertNotFailed(String status) {
    List<String> before = kit.types();
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(this::retry)
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.NOT_FAILED))
        .withMessage("session cli:chat:1 is " + status + ", so nothing of it has failed for good");
    assertThat(kit.types()).isEqualTo(before);
  }

  @Test
  void whatDidNotFailForGoodIsNotRetried() {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(this::retry)
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.NOT_FOUND));
    kit.say("one");
    assertNotFailed("idle");
    Activation turn = kit.lease();
    assertNotFailed("running");
    kit.answer(turn, "done");
    assertNotFailed("idle");
  }

  @Test
  void aRetriedTurnOfAStoppedAgentWaitsForIt() {
    kit.say("one");
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    kit.turns().runtimeExited(kit.agent, RuntimeExit.STOPPED);

    retry();

    assertThat(standing().awaits()).isEqualTo(new Wait.Agent());
    kit.restart(Set.of());
    assertThat(standing().awaits()).isEqualTo(new Wait.Agent());
    kit.connect();
    kit.answer(kit.lease(), "done");
  }

  @Test
  void theJournalTellsEachMoveWithItsCause() {
    kit.say("one");
    kit.fail(kit.lease(), ErrorKind.UNKNOWN);
    kit.advance(Backoff.CAP);
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    retry();
    kit.answer(kit.lease(), "done");

    assertThat(moves())
        .extracting(entry -> entry.move().done() + ": " + entry.cause())
        .containsExactly(
            "leased: attempt 1",
            "requeued: it broke",
            "leased: attempt 2",
            "blocked: it broke",
            "rearmed: the operator asked for another try",
            "leased: attempt 1",
            "acked: answered");
    assertThat(moves().getFirst())
        .satisfies(
            first -> {
              assertThat(first.session()).isEqualTo(kit.session);
              assertThat(first.state()).isEqualTo(ActivationState.LEASED);
              assertThat(first.owner()).contains("connection 1");
              assertThat(first.fence()).isOne();
            });
  }

  @Test
  void theJournalIsReadInPages() {
    for (int turn = 1; turn <= 5; turn++) {
      kit.say("one");
      kit.answer(kit.lease(), "done");
    }
    Oversight oversight = kit.sessions.oversight();
    Optional<SessionId> session = Optional.of(kit.session);
    Optional<UUID> agent = Optional.of(kit.agent);
    List<Long> all = moves().stream().map(JournalEntry::seq).toList();

    List<Long> newest =
        oversight.newest(agent, session, Long.MAX_VALUE, 4).entries().stream()
            .map(JournalEntry::seq)
            .toList();
    assertThat(newest).containsExactlyElementsOf(all.subList(6, 10).reversed());
    assertThat(oversight.newest(agent, session, newest.getLast(), 100).entries())
        .extracting(JournalEntry::seq)
        .containsExactlyElementsOf(all.subList(0, 6).reversed());
    assertThat(oversight.later(agent, session, all.get(7), 100).entries())
        .extracting(JournalEntry::seq)
        .containsExactlyElementsOf(all.subList(8, 10));
    assertThat(oversight.later(agent, session, all.get(3), 2).last()).isEqualTo(all.get(5));
    assertThat(oversight.later(agent, session, all.get(3), 6).last()).isEqualTo(all.get(9));
    Oversight.Moves none = oversight.later(Optional.of(UUID.randomUUID()), Optional.empty(), 0, 9);
    assertThat(none).isEqualTo(new Oversight.Moves(List.of(), all.getLast()));
  }

  @Test
  void aFollowerOfTheJournalMissesNothingWhenASessionIsRemoved() {
    SessionId other = new SessionId("other");
    kit.say(other, "hello");
    kit.answer(kit.lease(), "done");
    long last = moves().getLast().seq();
    kit.sessions.removal().remove(kit.agent, other, false);

    kit.say("one");
    kit.lease();

    assertThat(
            kit.sessions.oversight().later(Optional.empty(), Optional.empty(), last, 9).entries())
        .extracting(JournalEntry::move)
        .containsExactly(ActivationMove.LEASE);
  }

  @Test
  void movesAreForgottenAfterThirtyDays() {
    kit.say("one");
    kit.answer(kit.lease(), "done");
    assertThat(moves()).hasSize(2);

    kit.advance(Duration.ofDays(29));
    assertThat(moves()).hasSize(2);
    kit.advance(Duration.ofDays(2));

    assertThat(moves()).isEmpty();
    assertThat(standing().since()).isEqualTo(kit.view().updatedAt());
  }

  @Test
  void theSessionsWithATurnAreListedAndOthersAreNot() {
    kit.say("one");
    kit.answer(kit.lease(), "done");
    kit.say(new SessionId("failed"), "x".repeat(5000));
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    kit.say(new SessionId("waiting"), "three");

    List<Standing> busy = kit.sessions.oversight().busy(10);

    assertThat(busy)
        .extracting(it -> it.session().id().value())
        .containsExactly("failed", "waiting");
    assertThat(busy.getFirst().claim().orElseThrow().input()).isEqualTo("x".repeat(1000));
    assertThat(kit.sessions.oversight().busy(1)).hasSize(1);
  }
}
