package dev.otters.sessions;

import dev.otters.home.store.Tx;
import dev.otters.sessions.log.SessionRows.Expiring;
import dev.otters.sessions.running.Alarm;
import dev.otters.sessions.wake.WakeRows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Ends sessions at the times that they were created with. One that has ended stays so, also when
 * the clock is set back. Thread-safe.
 */
final class SessionExpiry {
  private static final int PAGE = 100;

  private final Ledger ledger;
  private final Settlement settlement;
  private final Wakes wakes;
  private final Alarm alarm;

  /** The next time at which a session expires; the greatest one for never. */
  private volatile Instant next = Instant.MAX;

  SessionExpiry(Ledger ledger, Settlement settlement, Wakes wakes) {
    this.ledger = ledger;
    this.settlement = settlement;
    this.wakes = wakes;
    this.alarm = new Alarm(ledger.time(), this::look);
  }

  /** Ends the sessions that expired while no daemon ran. */
  void boot() {
    look().ifPresent(alarm::within);
  }

  /** Called when a session was created that expires. */
  synchronized void added(Instant expires) {
    next = expires.isBefore(next) ? expires : next;
    alarm.within(Duration.between(ledger.time().now(), expires));
  }

  /** Ends the sessions whose time has come. The clock may have jumped since the last look. */
  void catchUp() {
    if (!ledger.time().now().isBefore(next)) {
      look().ifPresent(alarm::within);
    }
  }

  private Optional<Duration> look() {
    Instant now = ledger.time().now();
    List<Expiring> due;
    do {
      due = ledger.database().read(rows -> ledger.sessions().expired(rows, now, PAGE));
      due.forEach(session -> ledger.database().update(tx -> end(tx, session)));
    } while (due.size() == PAGE);
    return refresh();
  }

  private synchronized Optional<Duration> refresh() {
    Optional<Instant> first = ledger.database().read(ledger.sessions()::nextExpiry);
    next = first.orElse(Instant.MAX);
    return first.map(at -> Duration.between(ledger.time().now(), at));
  }

  /** Ends a session, its turn and its wakes, unless it was removed meanwhile. */
  private void end(Tx tx, Expiring session) {
    if (!ledger.sessions().expires(tx, session.key())) {
      return;
    }
    ledger.activations().open(tx, session.key()).ifPresent(turn -> settlement.terminate(tx, turn));
    ledger.log().processed(tx, session.key());
    WakeRows.of(tx, session.key()).forEach(wake -> wakes.cancel(tx, wake));
    ledger.sessions().terminate(tx, session.key(), "it expired at " + session.at());
  }
}
