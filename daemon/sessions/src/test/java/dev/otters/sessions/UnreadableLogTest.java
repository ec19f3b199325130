package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.StoreException.Reason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.Backoff;
import dev.otters.sessions.log.SessionStatus;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Turns whose log could not be read when they started. */
class UnreadableLogTest extends SessionBench {
  @Test
  void aTurnThatMeetsAClosingDatabaseRunsLater() throws Exception {
    kit.say("one");
    Activation turn = kit.lease();
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread slow = Thread.ofVirtual().start(() -> readSlowly(reading, release));
    reading.await();
    Thread closing = Thread.ofVirtual().start(kit.database::close);
    while (reads()) {
      Thread.onSpinWait();
    }

    assertThat(kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE))
        .isEqualTo(new TurnSteps.State.Known(new Answer.Over(Outcome.Kind.FAILED)));

    release.countDown();
    slow.join();
    closing.join();
    kit.restart(Set.of());
    assertThat(kit.view().status()).isEqualTo(SessionStatus.RESCHEDULING);
    assertThat(kit.events(EventType.ERROR)).hasSize(1);
    kit.advance(Backoff.CAP);
    kit.connect();
    kit.answer(kit.lease(), "done");
    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void onlyDamageEndsATurnForGood() {
    assertThat(Stream.of(Reason.BUSY, Reason.IO, Reason.FULL, Reason.CLOSED))
        .extracting(TurnService::kind)
        .containsOnly(ErrorKind.TRANSIENT);
    assertThat(Stream.of(Reason.values()))
        .filteredOn(reason -> TurnService.kind(reason) == ErrorKind.PERMANENT)
        .containsExactly(Reason.DAMAGED);
  }

  private boolean reads() {
    try {
      return kit.database.read(rows -> true);
    } catch (StoreException e) {
      return false;
    }
  }

  private void readSlowly(CountDownLatch reading, CountDownLatch release) {
    boolean released =
        kit.database.read(
            rows -> {
              reading.countDown();
              try {
                release.await();
                return true;
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(released).isTrue();
  }
}
