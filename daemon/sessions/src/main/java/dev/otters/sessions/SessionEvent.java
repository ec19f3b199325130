package dev.otters.sessions;

import dev.otters.api.session.EventType;
import java.time.Instant;
import java.util.Optional;

/**
 * One entry of a session's log. Entries are never changed and never removed while the session
 * exists.
 *
 * @param seq 1, 2, 3 … within the session, without gaps
 * @param id unique within the session
 * @param type what it is about
 * @param turn the turn that it belongs to; a message that no turn has taken up yet has none
 * @param body a JSON object
 */
public record SessionEvent(
    long seq, String id, EventType type, Optional<String> turn, Instant createdAt, String body) {}
