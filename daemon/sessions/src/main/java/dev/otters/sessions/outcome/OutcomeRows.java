package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import java.util.List;
import java.util.Optional;

/** The tables of outcomes. */
final class OutcomeRows {
  /** The limit on evaluations of a session. */
  static final int MOST = 100;

  private OutcomeRows() {}

  static Optional<Outcome> find(Rows rows, long session) {
    return rows.first(
        "SELECT * FROM outcomes WHERE session = ?",
        row ->
            new Outcome(
                row.number("id"),
                Json.read(row.text("body"), OutcomeDefinition.class),
                row.time("defined_at")),
        session);
  }

  /** Replaces the outcome of a session, and forgets the verdicts on the one before. */
  static void put(Tx tx, long session, Outcome outcome) {
    delete(tx, session);
    tx.execute(
        "INSERT INTO outcomes(session, id, body, defined_at) VALUES(?, ?, ?, ?)",
        session,
        outcome.id(),
        Json.write(outcome.definition()),
        outcome.definedAt());
  }

  static boolean delete(Tx tx, long session) {
    return tx.execute("DELETE FROM outcomes WHERE session = ?", session) > 0;
  }

  static void decide(Tx tx, long session, int criterion, boolean met, String note) {
    tx.execute(
        "INSERT INTO outcome_verdicts(session, criterion, met, note) VALUES(?, ?, ?, ?)"
            + " ON CONFLICT DO UPDATE SET met = excluded.met, note = excluded.note",
        session,
        criterion,
        met,
        note);
  }

  static Optional<Found> verdict(Rows rows, long session, int criterion) {
    return rows.first(
        "SELECT * FROM outcome_verdicts WHERE session = ? AND criterion = ?",
        OutcomeRows::verdict,
        session,
        criterion);
  }

  private static Found verdict(Row row) {
    boolean met = row.flag("met");
    String note = row.text("note");
    return new Found(
        met ? Found.Result.MET : Found.Result.UNMET,
        "the operator says " + (met ? "yes" : "no") + (note.isEmpty() ? "" : ": " + note));
  }

  /** Returns evaluations of a session, the newest first. */
  static List<OutcomeEvaluation> evaluations(Rows rows, long session, int limit) {
    return rows.list(
        "SELECT body FROM outcome_evaluations WHERE session = ? ORDER BY key DESC LIMIT ?",
        OutcomeRows::evaluation,
        session,
        limit);
  }

  /** Returns the latest evaluation of this outcome. */
  static Optional<OutcomeEvaluation> latest(Rows rows, long session, Outcome outcome) {
    return rows.first(
        "SELECT body FROM outcome_evaluations WHERE session = ? AND outcome = ?"
            + " ORDER BY key DESC LIMIT 1",
        OutcomeRows::evaluation,
        session,
        outcome.id());
  }

  private static OutcomeEvaluation evaluation(Row row) {
    return Json.read(row.text("body"), OutcomeEvaluation.class);
  }

  /** Stores an evaluation, and forgets the oldest ones of the session. */
  static void add(Tx tx, long session, Outcome outcome, OutcomeEvaluation evaluation) {
    tx.execute(
        "INSERT INTO outcome_evaluations(session, outcome, body) VALUES(?, ?, ?)",
        session,
        outcome.id(),
        Json.write(evaluation));
    tx.execute(
        "DELETE FROM outcome_evaluations WHERE session = ? AND key <= (SELECT key FROM"
            + " outcome_evaluations WHERE session = ? ORDER BY key DESC LIMIT 1 OFFSET ?)",
        session,
        session,
        MOST);
  }
}
