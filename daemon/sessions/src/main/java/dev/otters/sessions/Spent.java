package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Usage;
import dev.otters.sessions.log.ActivationRow;
import java.time.Instant;

/**
 * A row of the table {@code completions}: what an answer of a model cost.
 *
 * @param step the number of the completion in its attempt; negative if its answer came too late
 */
record Spent(int step, String model, Usage usage) {
  /**
   * Stores the row, once.
   *
   * @return whether it was not there before
   */
  boolean save(Tx tx, ActivationRow turn, long fence, Instant now) {
    int added =
        tx.execute(
            "INSERT INTO completions(activation, fence, step, session, model, input_tokens,"
                + " output_tokens, estimated, at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO"
                + " NOTHING",
            turn.id(),
            fence,
            step,
            turn.session(),
            model,
            usage.inputTokens(),
            usage.outputTokens(),
            usage.estimated(),
            now);
    return added == 1;
  }

  /** Returns the row of an answer that the log does not have, and that may be asked for again. */
  Spent unused() {
    return new Spent(-step, model, usage);
  }

  /** Returns how many completions all attempts of a turn had. */
  static long count(Rows rows, ActivationRow turn) {
    return rows.number("SELECT count(*) AS n FROM completions WHERE activation = ?", turn.id());
  }

  /** Returns what all attempts of a turn cost. */
  static Usage total(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT coalesce(sum(input_tokens), 0) AS i, coalesce(sum(output_tokens), 0) AS o,"
                + " coalesce(max(estimated), 0) AS e FROM completions WHERE activation = ?",
            row -> new Usage(row.number("i"), 0, 0, row.number("o"), 0, row.flag("e")),
            turn.id())
        .orElse(Usage.NONE);
  }
}
