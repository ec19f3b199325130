package dev.otters.sessions.log;

import dev.otters.home.store.Row;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A row of the journal: one move of an activation.
 *
 * @param seq its number, which only grows
 * @param state the state that the move led to
 * @param owner the connection of the runtime that the move gave the turn to; empty for other moves
 * @param cause why it was made
 */
public record JournalEntry(
    long seq,
    UUID agent,
    SessionId session,
    String activation,
    Instant at,
    ActivationMove move,
    ActivationState state,
    long fence,
    Optional<String> owner,
    String cause) {

  static JournalEntry of(Row row) {
    return new JournalEntry(
        row.number("seq"),
        row.uuid("agent"),
        new SessionId(row.text("id")),
        row.text("activation"),
        row.time("at"),
        row.constant("move", ActivationMove.class),
        row.constant("state", ActivationState.class),
        row.number("fence"),
        row.maybeText("owner"),
        row.maybeText("reason").orElse(""));
  }
}
