package dev.otters.server.session;

import java.time.Duration;

/** The way of one completion's text to those who follow its session. */
public final class CompletionStream {
  private final Ledger ledger;
  private final ActivationRow turn;

  CompletionStream(Ledger ledger, ActivationRow turn) {
    this.ledger = ledger;
    this.turn = turn;
  }

  /** Shows more text; does nothing once the turn is over. */
  public void delta(String text) {
    if (ledger.leases().holds(turn.id(), turn.fence())) {
      ledger.streams().delta(turn.session(), text);
    }
  }

  /** Remembers that the provider asked to wait before the next attempt. */
  public void retryAfter(Duration wait) {
    if (ledger.leases().holds(turn.id(), turn.fence())) {
      ledger.retryAfter(turn.id(), wait);
    }
  }

  /** Returns whether the user had stopped the turn before the completion began. */
  public boolean interrupted() {
    return turn.interrupted();
  }
}
