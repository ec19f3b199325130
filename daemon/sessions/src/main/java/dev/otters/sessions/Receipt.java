package dev.otters.sessions;

import dev.otters.home.store.Tx;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.trace.Trace;
import java.util.List;
import java.util.Optional;

/**
 * The part of a completion that is stored besides its events.
 *
 * @param step the number of the completion in its attempt; negative if its answer came too late
 * @param spent what it cost; empty if there was no answer
 * @param traces the requests
 */
record Receipt(int step, Optional<Spent> spent, List<Trace> traces) {
  /** The receipt of a change without a completion. */
  static final Receipt NONE = new Receipt(0, Optional.empty(), List.of());

  /**
   * Returns the receipt of an answer that the log does not have, and that may be asked for again.
   */
  Receipt unused() {
    return new Receipt(-step, spent.map(Spent::unused), traces);
  }

  /** Returns the receipt that needs little space. */
  Receipt small() {
    return new Receipt(step, spent, traces.stream().map(Trace::withoutTexts).toList());
  }

  void trace(Tx tx, ActivationRow turn, long fence) {
    traces.forEach(trace -> trace.save(tx, turn, fence, step));
  }
}
