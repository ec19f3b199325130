package dev.otters.sessions.log;

import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import java.time.Instant;
import java.util.Optional;

/**
 * An activation as an operator sees it.
 *
 * @param owner the connection of the runtime that holds it; empty if none does
 * @param failure why its last attempt failed; empty if none did
 * @param input the beginning of the message that it answers first; empty for none
 */
public record Claim(
    ActivationRow turn,
    Optional<String> owner,
    Instant createdAt,
    Optional<Failure> failure,
    String input) {
  /** The length of an input in characters. */
  public static final int LONGEST_INPUT = 1000;

  /** The size of a message in bytes that is read for its beginning. */
  private static final int LARGEST_READ = 64 * 1024;

  private static final String TEXT =
      "iif(octet_length(body) <= %d, substr(body ->> 'text', 1, %d), '…') AS text"
          .formatted(LARGEST_READ, LONGEST_INPUT);

  /** The failure of an attempt. */
  public record Failure(String message, Instant at) {}

  /** Reads a claim. */
  public static Claim of(Rows rows, ActivationRow turn) {
    String input = input(rows, turn);
    return rows.first(
            "SELECT owner, created_at, error, error_at FROM activations WHERE id = ?",
            row ->
                new Claim(
                    turn, row.maybeText("owner"), row.time("created_at"), failure(row), input),
            turn.id())
        .orElseThrow();
  }

  private static Optional<Failure> failure(Row row) {
    return row.maybeText("error").map(message -> new Failure(message, row.time("error_at")));
  }

  /** A message belongs to an activation once it is leased. */
  private static String input(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT %s FROM events WHERE activation = ? AND %s LIMIT 1"
                .formatted(TEXT, EventLog.BEGINS),
            row -> row.maybeText("text").orElse(""),
            turn.id())
        .or(
            () ->
                rows.first(
                    "SELECT %s FROM events WHERE session = ? AND %s LIMIT 1"
                        .formatted(TEXT, EventLog.PENDING),
                    row -> row.maybeText("text").orElse(""),
                    turn.session()))
        .orElse("");
  }
}
