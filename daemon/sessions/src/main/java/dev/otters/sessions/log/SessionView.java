package dev.otters.sessions.log;

import dev.otters.models.chat.Usage;
import dev.otters.resources.grant.Grants;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A snapshot of a session.
 *
 * @param reason the reason for its status; empty before the first turn
 * @param lastSeq the number of the latest event
 * @param turns the number of finished turns
 * @param name the name that the user gave it; empty for none
 * @param title the beginning of the user's first message, or the title that it was created with
 * @param tokens the limit of its tokens; empty for the usual one
 * @param nanos the limit of its cost in nanodollars; empty for the usual one
 * @param tools the names of the tools that its client runs
 * @param grants what it may reach of resources
 * @param granted whether it was created with grants, also if they were revoked
 * @param parent the session that it is a child of; empty for none, also if it was removed
 * @param expires when it ends, or has ended; empty for never
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
    Map<String, String> labels,
    OptionalLong tokens,
    OptionalLong nanos,
    List<String> tools,
    Grants grants,
    boolean granted,
    Optional<ParentSession> parent,
    Optional<Instant> expires,
    SessionPlace place) {}
