package dev.otters.api.session;

import java.util.List;

/**
 * The sessions that have something to do.
 *
 * @param more whether there are more of them than the list has
 */
public record StatusReport(List<SessionState> sessions, boolean more) {}
