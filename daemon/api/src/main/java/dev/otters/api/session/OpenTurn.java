package dev.otters.api.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A turn that is not over, and who holds it.
 *
 * @param id the id of the turn
 * @param activation the id of its activation
 * @param state the state of the activation, as in docs/sessions.md
 * @param fence how often a runtime has taken it
 * @param failures how many attempts in a row have failed
 * @param unknownFailures how many of them failed for an unknown reason; the fifth is the last
 * @param lastError why the last failed attempt failed, null if none did
 * @param lastErrorAt when it failed
 * @param runtime the connection of the runtime that holds it, null if none does
 * @param leaseUntil when its lease ends unless the runtime renews it, null if it has none
 * @param input the first 1,000 characters of the message that it answers
 */
public record OpenTurn(
    String id,
    String activation,
    String state,
    long fence,
    int failures,
    int unknownFailures,
    @Nullable String lastError,
    @Nullable Instant lastErrorAt,
    @Nullable String runtime,
    @Nullable Instant leaseUntil,
    String input) {}
