package dev.otters.sessions.log;

import static dev.otters.sessions.log.ActivationState.BLOCKED;
import static dev.otters.sessions.log.ActivationState.EXPIRED;
import static dev.otters.sessions.log.ActivationState.LEASED;
import static dev.otters.sessions.log.ActivationState.READY;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.budget.Scope;
import dev.otters.sessions.budget.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The table {@code activations}. Every change of state goes through {@link #move}, which writes the
 * journal.
 */
public record ActivationRows(Time time) {
  /** The condition of the index by session. Without it, a query reads the whole table. */
  public static final String OPEN = "state IN " + ActivationState.open();

  /** The condition of the indexes by agent and by sandbox. */
  public static final String UNFINISHED = "state IN " + ActivationState.sql(READY, LEASED, EXPIRED);

  /** The states in which a turn has no runtime, so that its next attempt may run elsewhere. */
  private static final Set<ActivationState> RESTING =
      EnumSet.of(READY, ActivationState.PAUSED, ActivationState.BLOCKED);

  private static final String SANDBOX_OF_SESSION =
      ", sandbox = coalesce((SELECT s.sandbox FROM sessions s WHERE s.key = session), sandbox)";

  static final Duration JOURNAL_RETENTION = Duration.ofDays(30);

  /**
   * Adds the activation of a new turn.
   *
   * @param rank its place among those that are ready: the lowest starts first
   * @return the sandbox that runs the turn
   */
  public UUID create(Tx tx, long session, UUID agent, int rank) {
    UUID sandbox = OwnSandboxes.of(tx, session).orElse(agent);
    tx.execute(
        "INSERT INTO activations(id, session, agent, sandbox, turn, state, created_at, rank)"
            + " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        UUID.randomUUID(),
        session,
        agent,
        sandbox,
        UUID.randomUUID(),
        READY,
        time.now(),
        rank);
    return sandbox;
  }

  /**
   * Adds the activation of a request that is over, of which the session keeps the newest.
   *
   * @param id begins as those of the earlier ones do, up to its colon
   * @param most the greatest number of such activations of a session
   */
  public void createEnded(Tx tx, long session, UUID agent, String id, int most) {
    long number =
        1
            + tx.number(
                "SELECT coalesce(max(number), 0) AS n FROM activations WHERE session = ? AND number"
                    + " IS NOT NULL",
                session);
    tx.execute(
        "INSERT INTO activations(id, session, agent, sandbox, turn, state, created_at, number)"
            + " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        session,
        agent,
        agent,
        id,
        ActivationState.ACKED,
        time.now(),
        number);
    tx.execute("DELETE FROM activations WHERE session = ? AND number <= ?", session, number - most);
  }

  /** Returns an activation of an agent; empty if there is none. */
  public Optional<ActivationRow> find(Rows rows, UUID agent, String id) {
    return rows.first(
        "SELECT * FROM activations WHERE id = ? AND agent = ?", ActivationRow::of, id, agent);
  }

  /** Returns the session's newest activation; empty if it never had a turn. */
  public Optional<ActivationRow> newest(Rows rows, long session) {
    return rows.first(
        "SELECT * FROM activations WHERE session = ? AND number IS NULL ORDER BY key DESC LIMIT 1",
        ActivationRow::of,
        session);
  }

  /** Returns the session's newest activation whose attempt got a context; empty if none did. */
  public Optional<ActivationRow> newestWithContext(Rows rows, long session) {
    return rows.first(
        "SELECT * FROM activations WHERE session = ? AND number IS NULL AND context IS NOT NULL"
            + " ORDER BY key DESC LIMIT 1",
        ActivationRow::of,
        session);
  }

  /** Returns the session's open activation; a session has at most one. */
  public Optional<ActivationRow> open(Rows rows, long session) {
    return rows.first(
        "SELECT * FROM activations WHERE session = ? AND " + OPEN, ActivationRow::of, session);
  }

  /** Returns the number of open activations in each state, without states that have none. */
  public Map<ActivationState, Long> openByState(Rows rows) {
    return rows
        .list(
            "SELECT state, count(*) AS n FROM activations WHERE " + OPEN + " GROUP BY state",
            row -> Map.entry(ActivationState.valueOf(row.text("state")), row.number("n")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /**
   * Returns the activations that wait for the runtime of a sandbox, in the order in which they
   * start.
   */
  public List<ActivationRow> ready(Rows rows, UUID sandbox) {
    return rows.list(
        "SELECT * FROM activations WHERE sandbox = ? AND "
            + UNFINISHED
            + " AND state = ? ORDER BY rank, key",
        ActivationRow::of,
        sandbox,
        READY);
  }

  /** Gives an activation another place among those that are ready. */
  public void rank(Tx tx, ActivationRow activation, int rank) {
    tx.execute("UPDATE activations SET rank = ? WHERE id = ?", rank, activation.id());
  }

  /** Returns the activations that are leased to a sandbox, expired leases included. */
  public List<ActivationRow> held(Rows rows, UUID sandbox) {
    return held(rows, "sandbox", sandbox);
  }

  /** Returns the activations that are leased to any sandbox of an agent. */
  public List<ActivationRow> heldOfAgent(Rows rows, UUID agent) {
    return held(rows, "agent", agent);
  }

  private static List<ActivationRow> held(Rows rows, String column, UUID id) {
    return rows.list(
        "SELECT * FROM activations WHERE "
            + column
            + " = ? AND "
            + UNFINISHED
            + " AND state IN (?, ?) ORDER BY key",
        ActivationRow::of,
        id,
        LEASED,
        EXPIRED);
  }

  /** Returns the open activations of all agents, oldest first. */
  public List<ActivationRow> open(Rows rows, int limit) {
    return rows.list(
        "SELECT * FROM activations WHERE " + OPEN + " ORDER BY key LIMIT ?",
        ActivationRow::of,
        limit);
  }

  /** Returns the activations of an agent that failed for good, oldest first. */
  public List<ActivationRow> blocked(Rows rows, UUID agent) {
    return rows.list(
        "SELECT activations.* FROM sessions CROSS JOIN activations ON activations.session ="
            + " sessions.key WHERE sessions.agent = ? AND activations."
            + OPEN
            + " AND activations.state = ? ORDER BY activations.key",
        ActivationRow::of,
        agent,
        BLOCKED);
  }

  /** Returns the unfinished activations of all agents, oldest first. */
  public List<ActivationRow> open(Rows rows) {
    return rows.list(
        "SELECT * FROM activations WHERE " + UNFINISHED + " ORDER BY key", ActivationRow::of);
  }

  /**
   * Leases the activation to an owner in one conditional update; empty if another runtime was
   * faster.
   */
  public Optional<ActivationRow> lease(Tx tx, ActivationRow activation, String owner) {
    int changed =
        tx.execute(
            "UPDATE activations SET state = ?, fence = fence + 1, owner = ?, leased_at = ?,"
                + " not_before = NULL WHERE id = ? AND state = ?",
            LEASED,
            owner,
            time.now(),
            activation.id(),
            READY);
    if (changed == 0) {
      return Optional.empty();
    }
    ActivationRow leased = find(tx, activation.agent(), activation.id()).orElseThrow();
    journal(tx, leased, ActivationMove.LEASE, "attempt " + (leased.attempts() + 1));
    return Optional.of(leased);
  }

  /**
   * Makes a legal move. An illegal one is a bug and throws an {@link IllegalStateException}.
   *
   * @return the row after it, which has the sandbox of the next attempt
   */
  public ActivationRow move(Tx tx, ActivationRow activation, ActivationMove move, String reason) {
    if (!move.from().contains(activation.state()) || move == ActivationMove.LEASE) {
      throw new IllegalStateException("illegal move " + move + " from " + activation.state());
    }
    int changed =
        tx.execute(
            "UPDATE activations SET state = ?, owner = NULL"
                + (RESTING.contains(move.to()) ? SANDBOX_OF_SESSION : "")
                + " WHERE id = ? AND state = ? AND fence = ?",
            move.to(),
            activation.id(),
            activation.state(),
            activation.fence());
    if (changed != 1) {
      throw new IllegalStateException("the activation is no longer " + activation.state());
    }
    ActivationRow moved = find(tx, activation.agent(), activation.id()).orElseThrow();
    journal(tx, moved, move, reason);
    return moved;
  }

  public void attempts(
      Tx tx, ActivationRow activation, int attempts, int unknowns, Optional<Instant> notBefore) {
    tx.execute(
        "UPDATE activations SET attempts = ?, unknowns = ?, not_before = ? WHERE id = ?",
        attempts,
        unknowns,
        notBefore,
        activation.id());
  }

  /** Records why the last attempt failed. */
  public void failed(Tx tx, ActivationRow activation, String message) {
    tx.execute(
        "UPDATE activations SET error = ?, error_at = ? WHERE id = ?",
        message,
        time.now(),
        activation.id());
  }

  /** Records which limit stopped a turn for good; empty for none. */
  public void stoppedBy(Tx tx, ActivationRow activation, Optional<Limit> limit) {
    tx.execute(
        "UPDATE activations SET budget = ?, budget_unit = ? WHERE id = ?",
        limit.map(Limit::scope),
        limit.map(Limit::unit),
        activation.id());
  }

  /** Returns the limit that stopped a turn for good; empty for none. */
  public Optional<Limit> stoppedBy(Rows rows, ActivationRow activation) {
    return rows.first(
        "SELECT budget, coalesce(budget_unit, 'TOKENS') AS unit FROM activations WHERE id = ? AND"
            + " budget IS NOT NULL",
        row -> new Limit(row.constant("budget", Scope.class), row.constant("unit", Unit.class)),
        activation.id());
  }

  /** Records how the attempt of this fence ended, so that its runtime may repeat the ack. */
  public void acked(Tx tx, ActivationRow activation, Outcome.Kind outcome) {
    tx.execute(
        "UPDATE activations SET acked_fence = fence, acked_outcome = ? WHERE id = ?",
        outcome,
        activation.id());
  }

  /** Notes whether the user wants the turn to end. */
  public void interrupted(Tx tx, ActivationRow activation, boolean value) {
    tx.execute("UPDATE activations SET interrupted = ? WHERE id = ?", value, activation.id());
  }

  /** Deletes the moves that are older than the journal keeps. */
  public void forgetOldJournal(Tx tx) {
    tx.execute("DELETE FROM activation_journal WHERE at < ?", time.now().minus(JOURNAL_RETENTION));
  }

  private void journal(Tx tx, ActivationRow activation, ActivationMove move, String reason) {
    tx.execute(
        "INSERT INTO activation_journal(session, activation, at, move, state, fence, owner, reason)"
            + " SELECT session, id, ?, ?, state, fence, owner, ? FROM activations WHERE id = ?",
        time.now(),
        move,
        reason,
        activation.id());
  }
}
