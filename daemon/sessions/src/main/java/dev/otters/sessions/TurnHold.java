package dev.otters.sessions;

import dev.otters.sessions.log.OwnSandboxes;
import java.util.UUID;

/**
 * A time in which no sandbox of an agent starts a turn. Close it once; the waiting turns start
 * then.
 */
public final class TurnHold implements AutoCloseable {
  private final Ledger ledger;
  private final UUID agent;

  TurnHold(Ledger ledger, UUID agent) {
    this.ledger = ledger;
    this.agent = agent;
    ledger.schedule().hold(agent);
  }

  /** Waits until no turn of the agent runs. A turn ends at its time limit at the latest. */
  public void awaitRest() throws InterruptedException {
    while (true) {
      long mark = ledger.schedule().mark(agent);
      if (!runs()) {
        return;
      }
      ledger.schedule().awaitChange(agent, mark, () -> false);
    }
  }

  /** Looks within a write transaction, after those that began before the hold. */
  private boolean runs() {
    return ledger.database().write(tx -> !ledger.activations().heldOfAgent(tx, agent).isEmpty());
  }

  @Override
  public void close() {
    ledger.schedule().resume(agent);
    ledger
        .database()
        .read(rows -> OwnSandboxes.ofAgent(rows, agent))
        .forEach(ledger.schedule()::wake);
  }
}
