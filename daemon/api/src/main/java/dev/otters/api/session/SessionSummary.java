package dev.otters.api.session;

import java.time.Instant;
import java.util.List;
import java.util.Map;
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
 * @param title the beginning of the user's first message, or the title that it was created with
 * @param budget the budget of this session only; null for the usual one
 * @param tools the names of the tools that its client runs
 * @param grants the namespaces that it may reach
 * @param parent the session that it is a child of, as {@code AGENT/SESSION}; null for none, and for
 *     one that was removed
 * @param expiresAt when it ends, or has ended; null for never
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
    String title,
    Map<String, String> labels,
    @Nullable BudgetRequest budget,
    List<String> tools,
    List<String> grants,
    @Nullable String parent,
    @Nullable Instant expiresAt) {
  /** Creates the summary of a session that began with a message. */
  public SessionSummary(
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
      String title) {
    this(
        id,
        agent,
        status,
        reason,
        turns,
        events,
        inputTokens,
        outputTokens,
        createdAt,
        updatedAt,
        name,
        title,
        Map.of(),
        null,
        List.of(),
        List.of(),
        null,
        null);
  }
}
