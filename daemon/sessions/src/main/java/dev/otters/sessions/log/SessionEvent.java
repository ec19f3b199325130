package dev.otters.sessions.log;

import dev.otters.api.session.EventType;
import java.time.Instant;
import java.util.Optional;

/**
 * An entry of a session's log. Entries never change and last as long as the session.
 *
 * @param seq 1, 2, 3 … within the session, without gaps
 * @param id unique within the session
 * @param type the kind of event
 * @param sender who sent it, such as {@code operator:TOKEN}; empty for old entries
 * @param turn the turn that it belongs to; empty for a message that no turn has taken
 * @param body a JSON object
 */
public record SessionEvent(
    long seq,
    String id,
    EventType type,
    Optional<String> sender,
    Optional<String> turn,
    Instant createdAt,
    String body) {}
