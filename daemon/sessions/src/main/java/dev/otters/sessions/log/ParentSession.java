package dev.otters.sessions.log;

import java.util.UUID;

/**
 * The session that another one is a child of.
 *
 * @param session its id, or in a request also its name
 */
public record ParentSession(UUID agent, SessionId session) {}
