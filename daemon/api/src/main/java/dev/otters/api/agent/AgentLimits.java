package dev.otters.api.agent;

import java.util.List;
import java.util.Map;

/**
 * The limits and the restart policy of an agent.
 *
 * @param network {@code egress}, {@code none} or {@code bridge}
 * @param allowHosts the hosts that it may reach, for {@code egress}
 * @param restart its restart policy
 * @param restarts how often that policy restarted it
 * @param budgets the budgets in force, such as {@code session-tokens}; empty if the image is
 *     missing
 */
public record AgentLimits(
    LimitsView limits,
    String network,
    List<String> allowHosts,
    String restart,
    int restarts,
    Map<String, String> budgets) {}
