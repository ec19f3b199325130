package dev.otters.sessions.custom;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The table {@code custom_calls}. */
public final class CustomCallRows {
  private static final String SELECT =
      "SELECT t.*, s.id FROM custom_calls t JOIN sessions s ON s.key = t.session WHERE ";

  private CustomCallRows() {}

  /** Adds a call of the current attempt, and returns its id. */
  public static String add(Tx tx, ActivationRow turn, int step, ToolCall call, Instant now) {
    return tx.first(
            "INSERT INTO custom_calls(session, agent, activation, fence, step, call, tool, input,"
                + " state, requested_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key",
            row -> CustomCall.id(row.number("key")),
            turn.session(),
            turn.agent(),
            turn.id(),
            turn.fence(),
            step,
            call.id(),
            call.name(),
            call.argumentsJson(),
            CustomCallState.PENDING,
            now)
        .orElseThrow();
  }

  /** Returns a call; empty if its session was removed. */
  public static Optional<CustomCall> find(Rows rows, long key) {
    return rows.first(SELECT + "t.key = ?", CustomCall::of, key);
  }

  /** Returns the calls of an attempt that wait, in their order. */
  public static List<CustomCall> open(Rows rows, ActivationRow turn) {
    return rows.list(
        SELECT + "t.activation = ? AND t.fence = ? AND t." + CustomCallState.OPEN + " ORDER BY key",
        CustomCall::of,
        turn.id(),
        turn.fence());
  }

  /** Returns whether a call of a step is one of a client's tool. */
  public static boolean has(Rows rows, ActivationRow turn, int step, String call) {
    return rows.any(
        "SELECT 1 FROM custom_calls WHERE activation = ? AND fence = ? AND step = ? AND call = ?",
        turn.id(),
        turn.fence(),
        step,
        call);
  }

  /** Returns a page of the calls that wait, oldest first. */
  public static Page<CustomCall> open(Rows rows, Page.Place place) {
    return Page.read(rows, SELECT, "custom_calls", CustomCallState.OPEN, place, CustomCall::of);
  }

  /** Makes a legal move of a call that was just read in the same transaction. */
  public static void move(Tx tx, CustomCall call, CustomCallState to) {
    if (!call.state().next().contains(to)) {
      throw new IllegalStateException("illegal move from " + call.state() + " to " + to);
    }
    tx.execute("UPDATE custom_calls SET state = ? WHERE key = ?", to, call.key());
  }
}
