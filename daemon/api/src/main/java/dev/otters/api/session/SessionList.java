package dev.otters.api.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing of sessions, most recently used first.
 *
 * @param more whether there are more sessions than were asked for
 * @param next the parameter {@code after} of the next page, null for the last one
 */
public record SessionList(List<SessionSummary> sessions, boolean more, @Nullable String next) {}
