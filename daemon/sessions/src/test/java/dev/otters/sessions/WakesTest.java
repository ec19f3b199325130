package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.wake.Repeat;
import dev.otters.sessions.wake.Wake;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WakesTest extends SessionBench {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private Wake once(Duration wait, String note) {
    return once(kit.session, wait, note, WakePriority.NORMAL);
  }

  private Wake once(SessionId session, Duration wait, String note, WakePriority priority) {
    Instant now = kit.time.now();
    return schedule(session, WakePlan.once(now.plus(wait), now, note, Optional.empty(), priority));
  }

  private Wake keyed(String key, String note) {
    Instant now = kit.time.now();
    return schedule(
        kit.session,
        WakePlan.once(now.plus(HOUR), now, note, Optional.of(key), WakePriority.NORMAL));
  }

  private Wake every(Duration interval) {
    Repeat repeat = new Repeat.Every(interval);
    return schedule(
        kit.session,
        WakePlan.repeated(repeat, kit.time.now(), "again", Optional.empty(), WakePriority.NORMAL));
  }

  private Wake schedule(SessionId session, WakePlan plan) {
    return kit.sessions.wakes().schedule(kit.agent, session, plan, tx -> {});
  }

  private List<Wake> pending() {
    return kit.sessions.wakes().pending(kit.agent, kit.session);
  }

  @Test
  void idsOfARemovedSessionAreNeverThoseOfAnother() {
    Wake first = once(HOUR, "one");
    kit.sessions.removal().remove(kit.agent, kit.session, false);

    Wake second = once(HOUR, "two");

    assertThat(second.key()).isGreaterThan(first.key());
    assertThat(second.place().session()).isGreaterThan(first.place().session());
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.sessions.wakes().cancel(kit.agent, kit.session, first.key()));
  }

  private List<String> fired() {
    return kit.events(EventType.WAKE_FIRED).stream()
        .map(event -> Bodies.read(event.body()).path("text").asString())
        .toList();
  }

  private Optional<String> leased() {
    return kit.tryLease().map(turn -> turn.session());
  }

  @Test
  void aDueWakeBeginsATurnAsAMessageDoes() {
    Wake wake = once(HOUR, "Look around.");
    kit.advance(HOUR.minusMillis(1));
    assertThat(kit.tryLease()).isEmpty();

    kit.advance(Duration.ofMillis(1));
    Activation turn = kit.lease();

    assertThat(kit.types())
        .containsExactly("wake.scheduled", "wake.fired", "turn.started", "session.status_changed");
    SessionEvent event = kit.events(EventType.WAKE_FIRED).getFirst();
    assertThat(event.body())
        .isEqualTo(
            "{\"dueAt\":\"2026-01-01T01:00:00Z\",\"text\":\"Look around.\",\"wake\":\""
                + wake.key()
                + "\"}");
    assertThat(kit.events(EventType.TURN_STARTED).getFirst().body()).contains(event.id());
    assertThat(kit.conversation(turn).messages())
        .containsExactly(
            new ChatMessage.User(
                "[A scheduled wake, due at 2026-01-01T01:00:00Z]\n\nLook around."));
    kit.answer(turn, "done");
    assertThat(pending()).isEmpty();
    kit.advance(HOUR);
    assertThat(kit.tryLease()).isEmpty();
    LogAudit.allAnswered(kit.database);
  }

  @Test
  void aWakeWithoutANoteIsAMessageToo() {
    once(HOUR, "");
    kit.advance(HOUR);

    assertThat(kit.conversation(kit.lease()).messages())
        .containsExactly(new ChatMessage.User("[A scheduled wake, due at 2026-01-01T01:00:00Z]"));
  }

  @Test
  void aWakeSurvivesARestartAndSaysHowLateItIs() {
    once(HOUR, "Look around.");
    kit.time.standStill(HOUR.plusMinutes(90));
    kit.restart(Set.of());
    kit.connect();
    kit.advance(Duration.ZERO);
    assertThat(kit.events(EventType.WAKE_FIRED).getFirst().body())
        .contains("\"lateMillis\":5400000");

    Activation turn = kit.lease();

    assertThat(kit.conversation(turn).messages().getFirst())
        .isEqualTo(
            new ChatMessage.User(
                "[A scheduled wake, due at 2026-01-01T01:00:00Z, 90 minutes late]\n\n"
                    + "Look around."));
    kit.restart(Set.of());
    kit.connect();
    kit.advance(HOUR);
    assertThat(fired()).hasSize(1);
  }

  @Test
  void aMissedWakeThatRepeatsFiresOnceAndStaysRegular() {
    every(HOUR);
    kit.time.standStill(Duration.ofMinutes(3 * 60 + 10));
    kit.advance(Duration.ZERO);

    assertThat(fired()).containsExactly("again");
    assertThat(kit.events(EventType.WAKE_FIRED).getFirst().body())
        .contains("\"dueAt\":\"2026-01-01T01:00:00Z\"");
    assertThat(pending().getFirst().plan().due()).isEqualTo("2026-01-01T04:00:00Z");
    kit.answer(kit.lease(), "done");
    kit.advance(Duration.ofMinutes(50));
    assertThat(fired()).hasSize(2);
    assertThat(kit.events(EventType.WAKE_FIRED).getLast().body()).doesNotContain("lateMillis");
    kit.answer(kit.lease(), "done");
  }

  @Test
  void aCronWakeFiresAtTheTimesOfItsZone() {
    Repeat repeat = Repeat.Cron.of("0 7 * * *", "Europe/Berlin");
    schedule(
        kit.session,
        WakePlan.repeated(
            repeat, kit.time.now(), "Good morning.", Optional.empty(), WakePriority.NORMAL));

    for (int day = 1; day <= 3; day++) {
      kit.advance(Duration.ofHours(24));
      assertThat(fired()).hasSize(day);
      kit.answer(kit.lease(), "done");
    }
    assertThat(pending().getFirst().plan().due()).isEqualTo("2026-01-04T06:00:00Z");
  }

  @Test
  void aWakeWaitsWhileItsSessionHasATurn() {
    once(MINUTE, "later");
    kit.say("one");
    Activation turn = kit.lease();
    kit.advance(Duration.ofSeconds(29));
    kit.heartbeat(turn);
    kit.advance(Duration.ofSeconds(29));
    kit.heartbeat(turn);
    kit.advance(Duration.ofSeconds(20));
    assertThat(fired()).isEmpty();
    kit.say("two");
    kit.answer(turn, "done");
    kit.advance(Duration.ZERO);

    assertThat(fired()).isEmpty();
    kit.answer(kit.lease(), "done");
    kit.advance(Duration.ZERO);

    assertThat(fired()).containsExactly("later");
    kit.answer(kit.lease(), "done");
    LogAudit.allAnswered(kit.database);
  }

  @Test
  void aWakeWaitsForTheNextMessageAfterAFailureForGood() {
    every(MINUTE);
    kit.say("one");
    kit.fail(kit.lease(), ErrorKind.PERMANENT);
    kit.advance(HOUR);
    assertThat(fired()).isEmpty();

    kit.say("two");
    kit.answer(kit.lease(), "done");
    kit.advance(Duration.ZERO);

    assertThat(fired()).containsExactly("again");
  }

  @Test
  void aWakeOfAStoppedAgentWaitsUntilItIsStarted() {
    once(HOUR, "Look around.");
    kit.turns().runtimeExited(kit.agent, RuntimeExit.STOPPED);
    kit.advance(HOUR.plusMinutes(2));
    assertThat(fired()).isEmpty();

    kit.connect();
    kit.advance(Duration.ZERO);

    assertThat(fired()).containsExactly("Look around.");
    assertThat(leased()).contains(kit.session.value());
  }

  @Test
  void aClockThatJumpsAheadIsSeenWithinHalfAMinute() {
    once(HOUR, "Look around.");
    kit.time.jumpWallClock(HOUR);
    kit.advance(Duration.ofSeconds(30));

    assertThat(fired()).hasSize(1);
    kit.time.jumpWallClock(HOUR.multipliedBy(-3));
    kit.answer(kit.lease(), "done");
    kit.advance(HOUR.multipliedBy(5));
    assertThat(fired()).hasSize(1);
  }

  @Test
  void aClockThatIsSetBackDelaysAWakeAndRepeatsNothing() {
    every(HOUR);
    kit.advance(HOUR);
    kit.answer(kit.lease(), "done");
    kit.time.jumpWallClock(HOUR.negated());
    kit.advance(HOUR);
    assertThat(fired()).hasSize(1);

    kit.advance(HOUR);
    assertThat(fired()).hasSize(2);
    kit.answer(kit.lease(), "done");
  }

  @Test
  void dueWakesOfASessionBeginOneTurnByPriorityAndTime() {
    once(kit.session, HOUR, "low", WakePriority.LOW);
    once(kit.session, HOUR, "second", WakePriority.NORMAL);
    once(kit.session, HOUR.minusSeconds(1), "first", WakePriority.NORMAL);
    once(kit.session, HOUR, "high", WakePriority.HIGH);
    kit.time.standStill(HOUR);
    kit.advance(Duration.ZERO);

    assertThat(fired()).containsExactly("high", "first", "second", "low");
    kit.answer(kit.lease(), "done");
    assertThat(kit.tryLease()).isEmpty();
    LogAudit.allAnswered(kit.database);
  }

  @Test
  void messagesComeBeforeWakesAndWakesByTheirPriority() {
    List<SessionId> ids =
        Stream.of("low", "normal", "high", "said", "both").map(SessionId::new).toList();
    once(ids.get(0), HOUR, "low", WakePriority.LOW);
    once(ids.get(4), HOUR, "both", WakePriority.LOW);
    once(ids.get(1), HOUR, "normal", WakePriority.NORMAL);
    once(ids.get(2), HOUR, "high", WakePriority.HIGH);
    kit.time.standStill(HOUR);
    kit.advance(Duration.ZERO);
    kit.say(ids.get(3), "Hello");
    kit.say(ids.get(4), "Hello");
    kit.directory.parallel = ids.size();

    assertThat(Stream.generate(this::leased).limit(ids.size()).map(Optional::orElseThrow))
        .containsExactly("both", "said", "high", "normal", "low");
  }

  @Test
  void aKeyIsScheduledOnceWhileItsWakeIsPending() {
    Wake first = keyed("report", "one");
    assertThat(keyed("report", "two").key()).isEqualTo(first.key());
    assertThat(keyed("other", "three").key()).isNotEqualTo(first.key());
    assertThat(kit.events(EventType.WAKE_SCHEDULED)).hasSize(2);
    assertThat(pending()).extracting(wake -> wake.plan().note()).containsExactly("one", "three");

    kit.sessions.wakes().cancel(kit.agent, kit.session, first.key());
    assertThat(keyed("report", "four").key()).isNotEqualTo(first.key());
  }

  @Test
  void aRemovedWakeDoesNotFire() {
    Wake wake = once(HOUR, "Look around.");
    kit.sessions.wakes().cancel(kit.agent, kit.session, wake.key());
    kit.advance(HOUR);

    assertThat(kit.types()).containsExactly("wake.scheduled", "wake.cancelled");
    assertFails(
        Code.NO_WAKE, () -> kit.sessions.wakes().cancel(kit.agent, kit.session, wake.key()));
    SessionId other = new SessionId("other");
    Wake foreign = once(other, HOUR, "theirs", WakePriority.NORMAL);
    assertFails(
        Code.NO_WAKE, () -> kit.sessions.wakes().cancel(kit.agent, kit.session, foreign.key()));
    assertFails(
        Code.NOT_FOUND,
        () -> kit.sessions.wakes().cancel(kit.agent, new SessionId("none"), foreign.key()));
  }

  @Test
  void aSessionHasAtMostAHundredWakes() {
    for (int i = 0; i < Wakes.MOST; i++) {
      keyed("key" + i, "note");
    }
    assertFails(Code.TOO_MANY_WAKES, () -> keyed("one-more", "note"));
    assertThat(keyed("key7", "note").plan().dedupe()).contains("key7");
    assertThat(pending()).hasSize(Wakes.MOST);
    assertThat(kit.events(EventType.WAKE_SCHEDULED)).hasSize(Wakes.MOST);

    kit.advance(HOUR);

    assertThat(fired()).hasSize(Wakes.MOST);
    kit.answer(kit.lease(), "done");
    LogAudit.allAnswered(kit.database);
  }

  @Test
  void wrongPlansAreRefused() {
    Instant now = kit.time.now();
    assertFails(Code.INVALID, () -> once(Duration.ofSeconds(-1), "over"));
    assertFails(Code.INVALID, () -> once(Repeat.MOST.plusSeconds(1), "far"));
    assertFails(Code.INVALID, () -> once(HOUR, "ä".repeat(WakePlan.MAX_NOTE / 2) + "."));
    assertFails(Code.INVALID, () -> keyed("a b", "note"));
    assertFails(Code.INVALID, () -> every(MINUTE.minusMillis(1)));
    assertFails(Code.INVALID, () -> every(Repeat.MOST.plusSeconds(1)));
    assertFails(Code.INVALID, () -> Repeat.Cron.of("* * * * *", "Europe/Nowhere"));
    assertFails(Code.INVALID, () -> Repeat.Cron.of("* * * * *", "Mars\u0007"));
    assertFails(Code.INVALID, () -> Repeat.Cron.of("* * * * \u0007", "UTC"));
    assertFails(
        Code.INVALID,
        () -> WakePlan.repeated(Repeat.ONCE, now, "", Optional.empty(), WakePriority.NORMAL));
    assertThat(kit.service().find(kit.agent, kit.session)).isEmpty();
  }

  @Test
  void aDamagedWakeStopsNoOther() {
    SessionId damaged = new SessionId("damaged");
    once(damaged, HOUR, "lost", WakePriority.NORMAL);
    kit.database.update(tx -> tx.execute("UPDATE wakes SET cron = '* * * * *', zone = 'Mars'"));
    once(HOUR, "Look around.");
    kit.advance(HOUR);
    assertThat(fired()).containsExactly("Look around.");
    kit.answer(kit.lease(), "done");

    kit.database.update(tx -> tx.execute("UPDATE wakes SET cron = NULL"));
    kit.advance(Duration.ofSeconds(30));

    assertThat(leased()).contains(damaged.value());
  }

  @Test
  void aRemovedSessionHasNoWakes() {
    once(HOUR, "Look around.");
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    kit.advance(HOUR);

    assertThat(kit.sessions.wakes().pending(Optional.empty())).isEmpty();
    assertThat(kit.time.waiting()).isLessThan(5);
  }

  private static void assertFails(Code code, ThrowingCallable call) {
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(call)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
