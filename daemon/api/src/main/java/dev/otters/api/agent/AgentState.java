package dev.otters.api.agent;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an agent.
 *
 * @param reason why it failed or restarts, null otherwise
 * @param startedAt when its sandbox was last started, null when it never was
 * @param exit how it last ended, null when it never did or runs
 */
public record AgentState(
    AgentStatus status,
    @Nullable String reason,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable ExitView exit) {}
