package dev.otters.sessions.approval;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.ActivationRow;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code approvals}. */
public final class ApprovalRows {
  private static final String SELECT =
      "SELECT a.*, s.id FROM approvals a JOIN sessions s ON s.key = a.session WHERE ";

  /** The limit of a list. */
  private static final int MOST = 1000;

  private ApprovalRows() {}

  /** Adds a call of the current attempt. */
  public static void add(Tx tx, ActivationRow turn, int step, ToolCall call, Approval.Times times) {
    tx.execute(
        "INSERT INTO approvals(session, agent, activation, fence, step, call, tool, input, state,"
            + " requested_at, expires_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        turn.session(),
        turn.agent(),
        turn.id(),
        turn.fence(),
        step,
        call.id(),
        call.name(),
        call.argumentsJson(),
        ApprovalState.PENDING,
        times.requested(),
        times.expires());
  }

  /** Returns an approval; empty if its session was removed. */
  public static Optional<Approval> find(Rows rows, long key) {
    return rows.first(SELECT + "a.key = ?", Approval::of, key);
  }

  /** Returns the approvals of an attempt, in the order of its calls. */
  public static List<Approval> of(Rows rows, String activation, long fence) {
    return rows.list(
        SELECT + "a.activation = ? AND a.fence = ? ORDER BY a.key",
        Approval::of,
        activation,
        fence);
  }

  /** Returns the newest approval of a call in a session. */
  public static Optional<Approval> newest(Rows rows, long session, String call) {
    return rows.first(
        SELECT + "a.session = ? AND a.call = ? ORDER BY a.key DESC LIMIT 1",
        Approval::of,
        session,
        call);
  }

  /** Returns whether a call of an attempt runs outside of the agent's sandbox. */
  public static boolean isGated(Rows rows, String activation, long fence, String call) {
    return rows.any(
        "SELECT 1 FROM approvals WHERE activation = ? AND fence = ? AND call = ?",
        activation,
        fence,
        call);
  }

  /** Returns whether calls of a turn wait for the operator or for their results. */
  public static boolean anyOpen(Rows rows, ActivationRow turn) {
    return rows.any(
        "SELECT 1 FROM approvals WHERE activation = ? AND fence = ? AND " + ApprovalState.OPEN,
        turn.id(),
        turn.fence());
  }

  /**
   * Returns open approvals, oldest first, at most 1,000.
   *
   * @param agent empty for those of all agents
   */
  public static List<Approval> open(Rows rows, Optional<UUID> agent) {
    return rows.list(
        SELECT
            + "a."
            + ApprovalState.OPEN
            + " AND (? IS NULL OR a.agent = ?) ORDER BY a.key LIMIT ?",
        Approval::of,
        agent,
        agent,
        MOST);
  }

  /** Makes a legal move, unless the approval is no longer in this state. */
  public static boolean move(Tx tx, Approval approval, ApprovalState to) {
    if (!approval.state().next().contains(to)) {
      throw new IllegalStateException("illegal move from " + approval.state() + " to " + to);
    }
    return tx.execute(
            "UPDATE approvals SET state = ? WHERE key = ? AND state = ?",
            to,
            approval.key(),
            approval.state())
        == 1;
  }
}
