package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.Usage;
import java.time.Instant;

/**
 * A row of the table {@code completions}: what an answer of a model cost.
 *
 * @param step the number of the completion in its attempt
 */
record Spent(int step, String model, Usage usage) {
  /** Stores the row, once. */
  void save(Tx tx, ActivationRow turn, Instant now) {
    tx.execute(
        "INSERT INTO completions(activation, fence, step, session, model, input_tokens,"
            + " output_tokens, at) VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        turn.id(),
        turn.fence(),
        step,
        turn.session(),
        model,
        usage.inputTokens(),
        usage.outputTokens(),
        now);
  }

  /** Returns how many completions all attempts of a turn had. */
  static long count(Rows rows, ActivationRow turn) {
    return rows.number("SELECT count(*) AS n FROM completions WHERE activation = ?", turn.id());
  }

  /** Returns what all attempts of a turn cost. */
  static Usage total(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT sum(input_tokens) AS i, sum(output_tokens) AS o FROM completions WHERE"
                + " activation = ?",
            row -> new Usage(row.maybeNumber("i").orElse(0), row.maybeNumber("o").orElse(0)),
            turn.id())
        .orElse(Usage.NONE);
  }
}
