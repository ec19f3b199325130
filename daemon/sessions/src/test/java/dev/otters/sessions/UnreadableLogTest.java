package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException.Reason;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.Outcome.ErrorKind;
import dev.otters.sessions.log.SessionStatus;
import java.util.List;
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
    List<Thread> readers = readers();
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Thread slow = Thread.ofVirtual().start(() -> readSlowly(reading, release));
    reading.await();
    Thread closing = Thread.ofVirtual().start(kit.database::close);
    for (Thread reader : readers) {
      reader.join();
    }

    assertThat(kit.sessions.steps().open(kit.step(turn, 1)))
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

  /** Returns the threads of all readers but the one that closes last. It reads next. */
  private List<Thread> readers() {
    List<Thread> readers = Stream.generate(this::reader).limit(3).toList();
    while (!readers.getLast().getName().endsWith("1")) {
      readers = Stream.of(readers.get(1), readers.get(2), reader()).toList();
    }
    return readers.subList(1, 3);
  }

  private Thread reader() {
    return kit.database.read(rows -> Thread.currentThread());
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
