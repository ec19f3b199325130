package dev.otters.sessions.approval;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Page;
import java.util.List;
import java.util.Optional;

/** The table {@code approvals}. */
public final class ApprovalRows {
  private static final String SELECT =
      "SELECT t.*, s.id, coalesce((SELECT a.sandbox FROM activations a WHERE a.id = t.activation),"
          + " t.agent) AS sandbox FROM approvals t JOIN sessions s ON s.key = t.session WHERE ";

  private ApprovalRows() {}

  /** Adds a call of the current attempt, and returns the key of its approval. */
  public static long add(Tx tx, ActivationRow turn, int step, ToolCall call, Approval.Times times) {
    return tx.first(
            "INSERT INTO approvals(session, agent, activation, fence, step, call, tool, input,"
                + " state, requested_at, expires_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " RETURNING key",
            row -> row.number("key"),
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
            times.expires())
        .orElseThrow();
  }

  /** Adds a call of the current attempt that needs no permission, and returns it. */
  public static Approval allowed(
      Tx tx, ActivationRow turn, int step, ToolCall call, Approval.Times times) {
    Approval added = find(tx, add(tx, turn, step, call, times)).orElseThrow();
    boolean unused = move(tx, added, ApprovalState.ALLOWED);
    return added.in(ApprovalState.ALLOWED);
  }

  /** Returns an approval; empty if its session was removed. */
  public static Optional<Approval> find(Rows rows, long key) {
    return rows.first(SELECT + "t.key = ?", Approval::of, key);
  }

  /** Returns the approvals of an attempt, in the order of its calls. */
  public static List<Approval> of(Rows rows, String activation, long fence) {
    return rows.list(
        SELECT + "t.activation = ? AND t.fence = ? ORDER BY t.key",
        Approval::of,
        activation,
        fence);
  }

  /** Returns the approvals of a step, in the order of its calls. */
  public static List<Approval> of(Rows rows, ActivationRow turn, int step) {
    return of(rows, turn.id(), turn.fence()).stream().filter(it -> it.step() == step).toList();
  }

  /** Returns whether calls of a turn wait for the operator or for their results. */
  public static boolean anyOpen(Rows rows, ActivationRow turn) {
    return rows.any(
        "SELECT 1 FROM approvals WHERE activation = ? AND fence = ? AND " + ApprovalState.OPEN,
        turn.id(),
        turn.fence());
  }

  /** Returns a page of the open approvals, oldest first. */
  public static Page<Approval> open(Rows rows, Page.Place place) {
    return Page.read(rows, SELECT, "approvals", ApprovalState.OPEN, place, Approval::of);
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
