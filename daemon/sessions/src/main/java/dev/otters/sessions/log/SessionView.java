package dev.otters.sessions.log;

import dev.otters.models.chat.Usage;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * A snapshot of a session.
 *
 * @param reason the reason for its status; empty before the first turn
 * @param lastSeq the number of the latest event
 * @param turns the number of finished turns
 * @param firstMessage the beginning of the user's first message
 */
public record SessionView(
    UUID agent,
    SessionId id,
    SessionStatus status,
    Optional<String> reason,
    long lastSeq,
    long turns,
    Usage usage,
    Instant createdAt,
    Instant updatedAt,
    String firstMessage) {
  /** The greatest length of {@link #firstMessage} in characters. */
  public static final int MOST_OF_FIRST_MESSAGE = 200;
}
