package dev.otters.sessions;

import dev.otters.home.store.StoreException;
import dev.otters.sessions.log.SessionRows.Unused;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the sessions that were not used for long and for which nothing is to be done, each in a
 * transaction of its own.
 */
final class SessionRetention {
  private static final Logger LOG = LoggerFactory.getLogger(SessionRetention.class);

  /** The time between two looks. */
  static final Duration EVERY = Duration.ofHours(1);

  /** The limit on deletions of a look. A clock that is wrong for a moment does not cost all. */
  static final int MOST = 500;

  private final Ledger ledger;
  private final SessionRemoval removal;

  SessionRetention(Ledger ledger, SessionRemoval removal) {
    this.ledger = ledger;
    this.removal = removal;
  }

  /** Deletes the sessions that were last used so long ago, now and every hour. */
  void start(Duration age) {
    try {
      look(age);
    } catch (StoreException e) {
      if (e.reason() == StoreException.Reason.CLOSED) {
        return;
      }
      LOG.atWarn().setCause(e).log("Old sessions are deleted later");
    }
    ledger.time().after(EVERY, () -> start(age));
  }

  private void look(Duration age) {
    Instant before = ledger.time().now().minus(age);
    List<Unused> found =
        ledger.database().readLong(rows -> ledger.sessions().unused(rows, before, MOST));
    found.forEach(
        session -> ledger.database().update(tx -> removal.removeUnused(tx, session, before)));
    if (!found.isEmpty()) {
      LOG.atInfo().addKeyValue("sessions", found.size()).log("Old sessions were deleted");
    }
  }
}
