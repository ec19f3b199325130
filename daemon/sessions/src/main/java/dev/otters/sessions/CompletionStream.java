package dev.otters.sessions;

import dev.otters.models.gateway.RequestBody;
import dev.otters.models.price.Price;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.budget.Request;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.ActivationRow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A completion of a turn: its budget, and its text on the way to the session's followers. */
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

  /** Reports whether the runtime that asked still holds the turn. */
  public boolean current() {
    return ledger.leases().holds(turn.id(), turn.fence());
  }

  /**
   * Reserves the most that a request can use. Close the reservation once the answer is stored.
   *
   * @param model the model that is asked
   * @param bytes the size of the request
   * @throws BudgetException if a budget does not allow the request
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public Budgets.Reservation reserve(TurnContext context, String model, long bytes)
      throws InterruptedException {
    Map<String, String> options = context.settings().options();
    Optional<Price> price = ledger.prices().of(model);
    Request request = new Request(turn.agent(), turn.session(), options, model, price, bytes);
    try {
      Budgets.Reservation reserved =
          ledger.budgets().reserve(request, () -> current() && !interrupted());
      ledger.attempts().refused(turn.id(), Optional.empty());
      return reserved;
    } catch (BudgetException e) {
      ledger.attempts().refused(turn.id(), Optional.of(new Limit(e.scope(), e.unit())));
      throw e;
    }
  }

  private boolean interrupted() {
    return ledger
        .database()
        .read(rows -> ledger.activations().find(rows, turn.agent(), turn.id()))
        .map(ActivationRow::interrupted)
        .orElse(true);
  }
}
