package dev.otters.sessions.wake;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.log.ActivationRows;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code wakes}. */
public final class WakeRows {
  private static final String SELECT =
      "SELECT w.*, s.id FROM wakes w JOIN sessions s ON s.key = w.session WHERE ";

  /** The condition of the indexes of pending wakes. */
  private static final String PENDING = "state = 'PENDING'";

  /** How long a wake stays that fired or was removed. */
  private static final Duration RETENTION = Duration.ofDays(30);

  private WakeRows() {}

  /**
   * Adds a wake and returns it.
   *
   * @param asker the turn whose model asked for it; empty for the operator
   */
  public static Wake add(
      Tx tx, UUID agent, long session, WakePlan plan, Optional<String> asker, Instant now) {
    Optional<Repeat> repeat = Optional.of(plan.repeat());
    Optional<Repeat.Cron> cron =
        repeat.filter(Repeat.Cron.class::isInstance).map(Repeat.Cron.class::cast);
    Optional<Repeat.Every> every =
        repeat.filter(Repeat.Every.class::isInstance).map(Repeat.Every.class::cast);
    long key =
        tx.first(
                "INSERT INTO wakes(session, agent, note, dedupe, activation, priority, every,"
                    + " cron, zone, state, due_at, created_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?,"
                    + " ?, ?, ?)"
                    + " RETURNING key",
                row -> row.number("key"),
                session,
                agent,
                plan.note(),
                plan.dedupe(),
                asker,
                plan.priority(),
                every.map(it -> it.interval().toMillis()),
                cron.map(it -> it.expression().text()),
                cron.map(it -> it.zone().getId()),
                WakeState.PENDING,
                plan.due(),
                now)
            .orElseThrow();
    return tx.first(SELECT + "w.key = ?", Wake::of, key).orElseThrow();
  }

  /** Returns a pending wake of a session. */
  public static Optional<Wake> find(Rows rows, long session, long key) {
    return rows.first(
        SELECT + "w.key = ? AND w.session = ? AND w." + PENDING, Wake::of, key, session);
  }

  /** Returns the pending wakes of a session, in no order; there are 100 at most. */
  public static List<Wake> of(Rows rows, long session) {
    return rows.list(SELECT + "w.session = ? AND w." + PENDING, Wake::of, session);
  }

  /**
   * Returns pending wakes, those that are due first at the beginning.
   *
   * @param agent empty for those of all agents
   */
  public static List<Wake> pending(Rows rows, Optional<UUID> agent, int limit) {
    String whose = agent.isPresent() ? "w.agent = ?" : "? IS NULL";
    return rows.list(
        SELECT + whose + " AND w." + PENDING + " ORDER BY w.due_at, w.key LIMIT ?",
        Wake::of,
        agent,
        limit);
  }

  /** Returns the due wakes of a session in the order of their events. */
  public static List<Wake> due(Rows rows, long session, Instant now) {
    return of(rows, session).stream()
        .filter(wake -> !wake.plan().due().isAfter(now))
        .sorted(
            Comparator.comparing((Wake wake) -> wake.plan().priority())
                .thenComparing(wake -> wake.plan().due())
                .thenComparing(Wake::key))
        .toList();
  }

  /** Returns how many wakes the model of a turn has asked for. */
  public static long asked(Rows rows, long session, String activation) {
    return rows.number(
        "SELECT count(*) AS n FROM wakes WHERE session = ? AND activation = ?",
        session,
        activation);
  }

  /** Returns whether a wake of a session is due. */
  public static boolean anyDue(Rows rows, long session, Instant now) {
    return rows.any(
        "SELECT 1 FROM wakes WHERE session = ? AND " + PENDING + " AND due_at <= ?", session, now);
  }

  /** Returns the agents that have due wakes. */
  public static List<UUID> dueAgents(Rows rows, Instant now) {
    return rows.list(
        "SELECT DISTINCT agent FROM wakes WHERE " + PENDING + " AND due_at <= ?",
        row -> row.uuid("agent"),
        now);
  }

  /** Returns live sessions of an agent in which a wake is due and nothing else goes on. */
  public static List<Long> idle(Rows rows, UUID agent, Instant now, int limit) {
    return rows.list(
        "SELECT w.session, min(w.due_at) AS first FROM wakes w WHERE w.agent = ? AND w."
            + PENDING
            + " AND w.due_at <= ? AND NOT EXISTS (SELECT 1 FROM activations a WHERE a.session ="
            + " w.session AND a."
            + ActivationRows.OPEN
            + ") AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.key = w.session AND s.expires_at"
            + " <= ?) GROUP BY w.session ORDER BY first LIMIT ?",
        row -> row.number("session"),
        agent,
        now,
        now,
        limit);
  }

  /** Returns the next time after an instant at which a wake is due; empty if none is. */
  public static Optional<Instant> next(Rows rows, Instant after) {
    return rows.first(
        "SELECT due_at FROM wakes WHERE " + PENDING + " AND due_at > ? ORDER BY due_at LIMIT 1",
        row -> row.time("due_at"),
        after);
  }

  /** Returns when the next wake of a session is due; empty if it has none. */
  public static Optional<Instant> next(Rows rows, long session) {
    return rows.first(
            "SELECT min(due_at) AS due FROM wakes WHERE session = ? AND " + PENDING,
            row -> row.maybeTime("due"),
            session)
        .flatMap(due -> due);
  }

  /** Returns whether any wake is pending. */
  public static boolean any(Rows rows) {
    return rows.any("SELECT 1 FROM wakes WHERE " + PENDING);
  }

  /** Makes a legal move. The wake must be pending. */
  public static void move(Tx tx, Wake wake, WakeState to) {
    if (!wake.state().next().contains(to)) {
      throw new IllegalStateException("illegal move from " + wake.state() + " to " + to);
    }
    tx.execute("UPDATE wakes SET state = ? WHERE key = ?", to, wake.key());
  }

  /** Moves a wake that repeats to its next time. */
  public static void postpone(Tx tx, Wake wake, Instant due) {
    tx.execute("UPDATE wakes SET due_at = ? WHERE key = ?", due, wake.key());
  }

  /** Deletes the wakes that fired or were removed long ago. */
  public static void forgetOld(Tx tx, Instant now) {
    tx.execute("DELETE FROM wakes WHERE state <> 'PENDING' AND due_at < ?", now.minus(RETENTION));
  }
}
