package dev.otters.api.agent;

import java.time.Instant;

/**
 * One line of an agent's log.
 *
 * @param stream {@code stdout}, {@code stderr}, or {@code otters} for lines of the daemon about the
 *     agent
 */
public record LogLine(Instant time, String stream, String text) {}
