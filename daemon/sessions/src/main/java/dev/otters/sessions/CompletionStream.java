package dev.otters.sessions;

import java.time.Duration;

/** The way of one completion's text to those who follow its session. */
public final class CompletionStream {
  private final Ledger ledger;
  private final ActivationRow turn;
  private boolean begun;

  CompletionStream(Ledger ledger, ActivationRow turn) {
    this.ledger = ledger;
    this.turn = turn;
  }

  /**
   * Shows more text; does nothing once the turn is over. With the first piece, text of an earlier
   * completion that no message kept becomes void.
   */
  public synchronized void delta(String text) {
    if (!current()) {
      return;
    }
    if (!begun) {
      begun = true;
      ledger.streams().completionStarted(turn.session());
    }
    ledger.streams().delta(turn.session(), text);
  }

  /** Shows a remark, such as what the turn waits for; does nothing once the turn is over. */
  public void note(String text) {
    if (current()) {
      ledger.streams().note(turn.session(), text);
    }
  }

  /** Remembers that the provider asked to wait before the next attempt. */
  public void retryAfter(Duration wait) {
    if (current()) {
      ledger.attempts().retryAfter(turn.id(), wait);
    }
  }

  /** Returns whether the turn is still held by the runtime that asked. */
  public boolean current() {
    return ledger.leases().holds(turn.id(), turn.fence());
  }

  /** Returns whether the user had stopped the turn before the completion began. */
  public boolean interrupted() {
    return turn.interrupted();
  }
}
