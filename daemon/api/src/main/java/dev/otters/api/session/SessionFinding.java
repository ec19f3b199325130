package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * Damage of a session.
 *
 * @param kind {@code log} or {@code mirror}
 * @param agent the name of the agent
 * @param session the id of the session
 * @param message what was found
 * @param repaired whether it was repaired
 * @param remedy what to do; null if it was repaired
 */
public record SessionFinding(
    String kind,
    String agent,
    String session,
    String message,
    boolean repaired,
    @Nullable String remedy) {}
