package dev.otters.sessions.custom;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.log.Bodies;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code session_setups}. */
public final class SetupRows {
  private SetupRows() {}

  /**
   * The session that a request created.
   *
   * @param hash the SHA-256 of the request
   */
  public record Made(long session, String hash) {}

  /** Adds what a new session has. */
  public static void add(Tx tx, UUID agent, long session, SessionPlan plan) {
    tx.execute(
        "INSERT INTO session_setups(session, agent, request, hash, labels, tools)"
            + " VALUES(?, ?, ?, ?, ?, ?)",
        session,
        agent,
        plan.request(),
        plan.hash(),
        Bodies.of(plan.labels()),
        Contexts.json(plan.tools()));
  }

  /** Returns the session that a request created; empty for none. */
  public static Optional<Made> made(Rows rows, UUID agent, String request) {
    return rows.first(
        "SELECT session, hash FROM session_setups WHERE agent = ? AND request = ?",
        row -> new Made(row.number("session"), row.text("hash")),
        agent,
        request);
  }

  /** Returns the tools that the client of a session runs; empty for none. */
  public static List<ToolSchema> tools(Rows rows, long session) {
    return rows.first(
            "SELECT tools FROM session_setups WHERE session = ?",
            row -> Contexts.tools(row.text("tools")),
            session)
        .orElse(List.of());
  }
}
