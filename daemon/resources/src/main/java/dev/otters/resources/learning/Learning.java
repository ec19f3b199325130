package dev.otters.resources.learning;

import java.time.Instant;

/**
 * A note of an agent for its later conversations.
 *
 * @param id grows with each learning; no other learning of any agent has it
 * @param session the id of the session that recorded it
 */
public record Learning(long id, Lesson lesson, String session, Instant recordedAt) {}
