package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.Summaries;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.trace.Recording;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Stores what a model answered when it was asked to summarize. Without a usable answer, the turn
 * goes on with a window that leaves the earlier turns out.
 */
public final class Compaction {
  /** The number of a summary among the completions of an attempt. */
  private static final int STEP = 0;

  private static final String SUMMARY = "summary";

  private final Ledger ledger;
  private final TurnService turns;

  Compaction(Ledger ledger, TurnService turns) {
    this.ledger = ledger;
    this.turns = turns;
  }

  static Recording recording(Ledger ledger, Step step, TurnContext context) {
    return ledger
        .traces()
        .begin(step.eventId(SUMMARY), step.agent(), context.settings(), ledger.spools().of(step));
  }

  /**
   * Stores a summary, from which on the session's windows begin with it.
   *
   * @throws SessionException with {@code STALE_FENCE} if the turn is over or goes on elsewhere
   */
  public void record(Step step, String model, Completion completion) {
    boolean counts = ledger.spools().counts(step);
    Receipt receipt = receipt(step, model, counts ? completion.usage() : Usage.NONE);
    boolean whole =
        switch (completion.stopReason()) {
          case END_TURN, MAX_TOKENS -> completion.toolCalls().isEmpty();
          case TOOL_USE, REFUSED, INTERRUPTED -> false;
        };
    if (completion.stopReason() == StopReason.INTERRUPTED) {
      late(step, receipt);
      ledger.requireInterrupted(step.agent(), step.activation(), step.fence());
    } else if (whole && !completion.text().isBlank()) {
      write(step, receipt, (tx, turn) -> keep(tx, turn, model, completion.text()));
    } else {
      write(step, receipt, (tx, turn) -> slide(tx, turn, true));
    }
  }

  /**
   * Lets the turn go on without a summary.
   *
   * @param lost the usage of an answer that broke off
   * @param lasting whether another attempt would fail as well: the next one then waits until more
   *     turns leave the window
   */
  public void failed(Step step, String model, Usage lost, boolean lasting) {
    write(step, receipt(step, model, lost), (tx, turn) -> slide(tx, turn, lasting));
  }

  private void write(Step step, Receipt receipt, BiConsumer<Tx, ActivationRow> work) {
    try {
      turns.write(step.agent(), step.activation(), step.fence(), receipt, work);
    } catch (SessionException e) {
      late(step, receipt);
      throw e;
    }
  }

  void drop(Step step) {
    ledger.traces().drop(step.eventId(SUMMARY));
  }

  private void late(Step step, Receipt receipt) {
    if (ledger.spools().counts(step)) {
      turns.late(step.agent(), step.activation(), step.fence(), receipt);
    }
  }

  private void keep(Tx tx, ActivationRow turn, String model, String text) {
    TurnContext context = Contexts.load(tx, turn).context();
    String body = Summaries.body(tx, turn, context.window(), text, model);
    Optional<String> id = Optional.of("%s.%d.summary".formatted(turn.id(), turn.fence()));
    Draft event = new Draft(id, EventType.COMPACTED, Optional.of(turn), body);
    long seq = ledger.log().append(tx, turn.session(), event).seq();
    String unused = Contexts.save(tx, turn, context.with(context.window().with(seq)));
  }

  private void slide(Tx tx, ActivationRow turn, boolean lasting) {
    TurnContext context = Contexts.load(tx, turn).context();
    TurnContext.Window window = context.window();
    if (lasting) {
      Summaries.giveUp(tx, turn, window);
    }
    String unused = Contexts.save(tx, turn, context.with(window.with(window.summary())));
  }

  private Receipt receipt(Step step, String model, Usage usage) {
    Optional<Spent> spent =
        Optional.of(usage)
            .filter(used -> !used.equals(Usage.NONE))
            .map(used -> new Spent(STEP, model, used, ledger.cost(model, used)));
    return new Receipt(STEP, spent, ledger.traces().end(step.eventId(SUMMARY), step.agent()));
  }
}
