package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A pending wake.
 *
 * @param agent the name of its agent
 * @param session the id of its session
 * @param dueAt when it is due, or due next
 * @param everySeconds its interval, null if it has none
 * @param cron its cron expression, null if it has none
 * @param zone the time zone of its cron expression, null if it has none
 * @param note the message for the model; may be empty
 * @param key its key, null if it has none
 * @param priority {@code high}, {@code normal} or {@code low}
 */
public record WakeView(
    String id,
    String agent,
    String session,
    Instant dueAt,
    @Nullable Long everySeconds,
    @Nullable String cron,
    @Nullable String zone,
    String note,
    @Nullable String key,
    String priority,
    Instant createdAt) {}
