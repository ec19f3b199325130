package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A wake to schedule. Exactly one of the first four members says when.
 *
 * @param at the time, for a wake that fires once
 * @param inSeconds the time from now, for a wake that fires once
 * @param everySeconds the interval of a wake that repeats, from 60 on
 * @param cron five fields: minute, hour, day of month, month, day of week
 * @param zone the time zone of {@code cron}, such as {@code Europe/Berlin}; null for UTC
 * @param note the message for the model, null for none
 * @param key a name of which the session has one pending wake at most; null for none
 * @param priority {@code high}, {@code normal} or {@code low}; null for {@code normal}
 */
public record WakeRequest(
    @Nullable Instant at,
    @Nullable Long inSeconds,
    @Nullable Long everySeconds,
    @Nullable String cron,
    @Nullable String zone,
    @Nullable String note,
    @Nullable String key,
    @Nullable String priority) {}
