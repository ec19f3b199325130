package dev.otters.api.session;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a session: its work, what it waits for, and what comes next.
 *
 * @param agent the name of its agent
 * @param name the name that the user gave it, null for none
 * @param status one of the statuses in docs/sessions.md
 * @param waitsFor what it waits for, in a few words
 * @param since since when
 * @param turn its turn that is not over, null for none
 * @param messages how many messages and wakes wait for the next turn, 100 at most
 * @param next what happens next, as a sentence without its end
 * @param nextAt when, null if that depends on something else
 * @param nextWake when its next wake is due, null for none
 * @param expiresAt when it ends, or has ended; null for never
 * @param grants the namespaces that it may reach
 * @param command the command with which the operator goes on, null if there is nothing to do
 */
public record SessionState(
    String id,
    String agent,
    @Nullable String name,
    String status,
    String waitsFor,
    Instant since,
    @Nullable OpenTurn turn,
    int messages,
    String next,
    @Nullable Instant nextAt,
    @Nullable Instant nextWake,
    @Nullable Instant expiresAt,
    List<String> grants,
    @Nullable String command) {}
