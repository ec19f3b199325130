package dev.otters.api.agent;

import java.time.Instant;

/**
 * The connections of an agent to a host and port, all together.
 *
 * @param allowed whether the connections were allowed
 * @param rule the rule that allowed them, or the one that would have
 * @param connections the number of connections, or of refusals
 * @param sent bytes from the agent to the host
 * @param received bytes from the host to the agent
 * @param last the time of the last connection
 */
public record ContactView(
    String host,
    int port,
    boolean allowed,
    String rule,
    long connections,
    long sent,
    long received,
    Instant last) {}
