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
 * @param name the name that the user gave it; empty for none
 * @param title the beginning of the user's first message
 * @param place its place in the list of sessions
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
    Optional<String> name,
    String title,
    SessionPlace place) {}
