package dev.otters.sessions;

import dev.otters.protocol.Usage;
import java.time.Instant;
import java.util.Optional;

/**
 * What is known of a session at one moment.
 *
 * @param reason why it has its status; empty before the first turn
 * @param lastSeq the number of its newest event
 * @param turns how many turns ended
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
