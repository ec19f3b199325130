package dev.otters.sessions;

import dev.otters.home.store.Database;
import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * All sessions of a daemon: one {@link SessionService} for users, one {@link TurnService} for
 * runtimes.
 */
public final class Sessions implements AutoCloseable {
  private static final Duration HOUSEKEEPING = Duration.ofDays(1);

  private final Ledger ledger;
  private final SessionService service;
  private final TurnService turns;
  private final Recovery recovery;
  private volatile boolean closed;

  /**
   * Makes the services; nothing happens before {@link #boot}.
   *
   * @param random for the jitter of retries
   */
  public Sessions(Database database, AgentDirectory directory, Time time, RandomGenerator random) {
    this.ledger = new Ledger(database, time, this::expire);
    Settlement settlement = new Settlement(ledger, new Backoff(random));
    this.service = new SessionService(ledger, settlement);
    this.turns = new TurnService(ledger, settlement, directory);
    this.recovery = new Recovery(ledger, settlement, directory);
  }

  /** Returns the users' side. */
  public SessionService service() {
    return service;
  }

  /** Returns the runtimes' side. */
  public TurnService turns() {
    return turns;
  }

  /**
   * Takes up what was under way when the last daemon ended; called once, before any agent's socket
   * is opened. A turn of an agent that runs on has 30 s in which its runtime may come back; any
   * other turn is ready again at once.
   *
   * @param alive the agents whose sandboxes were found running
   */
  public void boot(Set<UUID> alive) {
    recovery.boot(alive);
    keepHouse();
  }

  private void expire(Leases.Lease lease) {
    recovery.expire(lease);
  }

  private void keepHouse() {
    if (!closed) {
      ledger.database().update(ledger.activations()::forgetOldJournal);
      ledger.time().after(HOUSEKEEPING, this::keepHouse);
    }
  }

  /** Brings every follower to its end. */
  @Override
  public void close() {
    closed = true;
    ledger.streams().close();
  }
}
