package dev.otters.agents.rows;

import java.util.UUID;

/**
 * The session that has a sandbox of its own.
 *
 * @param agent the agent of the session
 * @param session the id of the session
 */
public record OwnSession(UUID agent, String session) {}
