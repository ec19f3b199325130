package dev.otters.sessions.log;

import dev.otters.models.chat.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * A snapshot of a session.
 *
 * @param reason the reason for its status; empty before the first turn
 * @param lastSeq the number of the latest event
 * @param turns the number of finished turns
 */
public record SessionView(
    SessionId id,
    SessionStatus status,
    Optional<String> reason,
    long lastSeq,
    long turns,
    Usage usage,
    Instant createdAt,
    Instant updatedAt) {}
