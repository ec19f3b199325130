package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session in a listing.
 *
 * @param agent the name of its agent
 * @param status one of the statuses in docs/sessions.md
 * @param reason the reason for its status, null before the first turn
 * @param turns the number of finished turns
 * @param events the number of events in its log
 * @param updatedAt the time of the latest event
 * @param name the name that the user gave it, null for none
 * @param title the beginning of the user's first message
 */
public record SessionSummary(
    String id,
    String agent,
    String status,
    @Nullable String reason,
    long turns,
    long events,
    long inputTokens,
    long outputTokens,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String name,
    String title) {}
