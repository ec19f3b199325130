package dev.otters.sessions.outcome;

import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.home.store.Rows;
import java.util.List;

/** Reads outcomes within a transaction. */
public final class OutcomeReader {
  private OutcomeReader() {}

  /** Returns the outcome of a session with its latest evaluation. */
  public static OutcomeView view(Rows rows, long session) {
    return OutcomeRows.find(rows, session)
        .map(
            outcome ->
                new OutcomeView(
                    outcome.definition(),
                    outcome.definedAt(),
                    OutcomeRows.latest(rows, session, outcome).orElse(null)))
        .orElse(new OutcomeView(null, null, null));
  }

  /** Returns evaluations of a session, also of earlier outcomes, the newest first. */
  public static List<OutcomeEvaluation> evaluations(Rows rows, long session, int limit) {
    return OutcomeRows.evaluations(rows, session, limit);
  }

  /** Returns the number of evaluations of a session that are kept. */
  public static long count(Rows rows, long session) {
    return rows.number("SELECT count(*) AS n FROM outcome_evaluations WHERE session = ?", session);
  }
}
