package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.EventType;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Event;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is said late, or twice. */
class FenceTest extends SessionBench {
  @Test
  void everyWriteUnderAnOldFenceIsRefusedAndChangesNothing() {
    kit.say("one");
    Activation old = kit.lease();
    kit.lose();
    Activation now = kit.lease();
    assertThat(now.id()).isEqualTo(old.id());
    assertThat(now.fence()).isGreaterThan(old.fence());
    List<SessionEvent> before = kit.events();
    Event event = new Event("late", SessionKit.use("c", 1));
    SessionKit.assertStale(
        () -> kit.turns().append(kit.agent, old.id(), old.fence(), List.of(event)));
    SessionKit.assertStale(() -> kit.answer(old, "late"));
    SessionKit.assertStale(() -> kit.heartbeat(old));
    SessionKit.assertStale(() -> kit.completion(old));
    assertThat(kit.events()).isEqualTo(before);
    kit.answer(now, "in time");
    assertThat(kit.events(EventType.AGENT_MESSAGE)).hasSize(1);
  }

  @Test
  void anAckUnderAnOldFenceIsRefusedAfterTheTurnHasEnded() {
    kit.say("one");
    Activation old = kit.lease();
    kit.lose();
    Activation now = kit.lease();
    kit.answer(now, "in time");
    List<SessionEvent> before = kit.events();
    SessionKit.assertStale(() -> kit.answer(old, "late"));
    SessionKit.assertStale(() -> kit.fail(old, Outcome.ErrorKind.PERMANENT));
    assertThat(kit.events()).isEqualTo(before);
  }

  @Test
  void aFenceThatWasNeverGivenIsRefused() {
    kit.say("one");
    Activation turn = kit.lease();
    for (long fence : new long[] {-1, 0, turn.fence() + 1, Long.MAX_VALUE}) {
      Outcome answer = new Outcome.Answered("forged");
      SessionKit.assertStale(() -> kit.turns().ack(kit.agent, turn.id(), fence, answer));
      SessionKit.assertStale(() -> kit.turns().heartbeat(kit.agent, turn.id(), fence));
    }
    SessionKit.assertStale(() -> kit.turns().heartbeat(UUID.randomUUID(), turn.id(), turn.fence()));
    SessionKit.assertStale(() -> kit.turns().heartbeat(kit.agent, "nonsense", turn.fence()));
  }

  @Test
  void saidAgainAnAckChangesNothing() {
    kit.say("one");
    Activation turn = kit.lease();
    kit.answer(turn, "done");
    List<SessionEvent> before = kit.events();
    kit.answer(turn, "done");
    assertThat(kit.events()).isEqualTo(before);
    assertThat(kit.view().usage()).isEqualTo(SessionKit.USAGE);
  }

  @Test
  void saidAgainAFailureChangesNothingEvenWhenTheTurnRunsAgain() {
    kit.say("one");
    Activation first = kit.lease();
    kit.fail(first, Outcome.ErrorKind.TRANSIENT);
    kit.fail(first, Outcome.ErrorKind.TRANSIENT);
    assertThat(kit.events(EventType.ERROR)).hasSize(1);
    kit.advance(Backoff.CAP);
    Activation second = kit.lease();
    kit.fail(first, Outcome.ErrorKind.TRANSIENT);
    kit.answer(second, "done");
    assertThat(kit.events(EventType.ERROR)).hasSize(1);
  }

  @Test
  void anEventThatIsAppendedAgainIsThereOnce() {
    kit.say("one");
    Activation turn = kit.lease();
    Event event = new Event("e", SessionKit.use("c", 1, "ls"));
    kit.turns().append(kit.agent, turn.id(), turn.fence(), List.of(event));
    kit.turns().append(kit.agent, turn.id(), turn.fence(), List.of(event));
    assertThat(kit.events(EventType.TOOL_USE)).hasSize(1);
    Event other = new Event("e", SessionKit.use("c", 1, "rm"));
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> kit.turns().append(kit.agent, turn.id(), turn.fence(), List.of(other)))
        .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CONFLICT));
  }
}
