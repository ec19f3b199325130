package dev.otters.api.session;

import java.util.List;

/**
 * The answer to a listing of sessions, most recently used first.
 *
 * @param more whether there are more sessions than were asked for
 */
public record SessionList(List<SessionSummary> sessions, boolean more) {}
