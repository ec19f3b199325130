package dev.otters.api.agent;

/**
 * What an agent may do and use.
 *
 * @param network {@code none} or {@code bridge}
 * @param restart its restart policy
 * @param restarts how often that policy started it again
 */
public record AgentLimits(LimitsView limits, String network, String restart, int restarts) {}
