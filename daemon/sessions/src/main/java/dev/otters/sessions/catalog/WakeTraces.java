package dev.otters.sessions.catalog;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.wake.Wake;
import dev.otters.sessions.wake.WakeRows;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The content of {@code wake-traces.json}.
 *
 * @param count the number of finished turns
 * @param traces the newest turns, newest first
 * @param wakes the wakes that wait, those that are due first at the beginning
 */
record WakeTraces(long count, List<Trace> traces, List<Pending> wakes) {
  private static final int MOST = 24;

  /**
   * A turn.
   *
   * @param outcome how its last attempt ended; empty for one that has not
   * @param steps the number of answers of models
   */
  record Trace(
      String turn,
      String state,
      Optional<String> outcome,
      Instant createdAt,
      long steps,
      long inputTokens,
      long outputTokens) {
    static Trace of(Row row) {
      return new Trace(
          row.text("turn"),
          row.text("state").toLowerCase(Locale.ROOT),
          row.maybeText("acked_outcome").map(outcome -> outcome.toLowerCase(Locale.ROOT)),
          row.time("created_at"),
          row.number("steps"),
          row.number("input"),
          row.number("output"));
    }
  }

  /**
   * A wake.
   *
   * @param note the beginning of its note; empty in sessions that were created with grants
   */
  record Pending(long id, Instant dueAt, String priority, Optional<String> note) {}

  static WakeTraces of(Rows rows, long session, SessionView view) {
    boolean shown = !view.granted();
    List<Pending> wakes =
        WakeRows.of(rows, session).stream()
            .sorted(Comparator.comparing((Wake wake) -> wake.plan().due()))
            .map(wake -> pending(wake, shown))
            .toList();
    return new WakeTraces(
        view.turns(),
        rows.list(
            "SELECT turn, state, acked_outcome, created_at, count(step) AS steps,"
                + " coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS"
                + " output FROM (SELECT * FROM activations WHERE session = ? AND number IS NULL"
                + " ORDER BY key DESC LIMIT ?) a LEFT JOIN ledger ON ledger.activation = a.id GROUP"
                + " BY a.key ORDER BY a.key DESC",
            Trace::of,
            session,
            MOST),
        CatalogFile.cut(wakes));
  }

  private static Pending pending(Wake wake, boolean shown) {
    return new Pending(
        wake.key(),
        wake.plan().due(),
        CatalogFile.word(wake.plan().priority()),
        Optional.of(CatalogFile.brief(wake.plan().note())).filter(_ -> shown));
  }
}
