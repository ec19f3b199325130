package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One move of an activation, from the journal.
 *
 * @param seq its number, which only grows
 * @param agent the name of the agent
 * @param kind what happened: leased, acked, requeued, expired, paused, resumed, blocked, rearmed or
 *     abandoned
 * @param state the state that it led to, as in docs/sessions.md
 * @param fence how often a runtime had taken the activation
 * @param runtime the connection of the runtime that took it, null for other moves
 * @param cause why
 */
public record ActivationMove(
    long seq,
    String agent,
    String session,
    String activation,
    Instant at,
    String kind,
    String state,
    long fence,
    @Nullable String runtime,
    String cause) {}
