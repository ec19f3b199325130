package dev.otters.api.agent;

/**
 * The limits and the restart policy of an agent.
 *
 * @param network {@code none} or {@code bridge}
 * @param restart its restart policy
 * @param restarts how often that policy restarted it
 */
public record AgentLimits(LimitsView limits, String network, String restart, int restarts) {}
