package dev.otters.sessions;

import dev.otters.models.gateway.RequestBody;
import dev.otters.sessions.log.ActivationRow;
import java.time.Duration;

/** Sends the text of one completion to the session's followers. */
public final class CompletionStream {
  private final Ledger ledger;
  private final ActivationRow turn;
  private boolean begun;

  CompletionStream(Ledger ledger, ActivationRow turn) {
    this.ledger = ledger;
    this.turn = turn;
  }

  /**
   * Sends more text, unless the turn is over. The first piece discards text of an earlier
   * completion that no message kept.
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

  /** Prepares for another answer to the same question, which replaces the text so far. */
  public synchronized void restart() {
    begun = false;
  }

  /** Sends a remark, such as what the turn waits for, unless the turn is over. */
  public void note(String text) {
    if (current()) {
      ledger.streams().note(turn.session(), text);
    }
  }

  /** Records how long the provider asked to wait before the next attempt. */
  public void retryAfter(Duration wait) {
    if (current()) {
      ledger.attempts().retryAfter(turn.id(), wait);
    }
  }

  /** Returns the files of the session. */
  public RequestBody.Files files() {
    return ledger.files(turn.session());
  }

  ActivationRow turn() {
    return turn;
  }

  /** Reports whether the runtime that asked still holds the turn. */
  public boolean current() {
    return ledger.leases().holds(turn.id(), turn.fence());
  }
}
