package dev.otters.api.agent;

import java.time.Instant;

/**
 * Is one line of an agent's log.
 *
 * @param stream {@code stdout}, {@code stderr}, or {@code otters} for what the daemon says about
 *     the agent
 */
public record LogLine(Instant time, String stream, String text) {}
