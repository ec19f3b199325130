package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;

/**
 * The shared state of the steps that start an agent.
 *
 * @param agent the agent as it was when the start began
 * @param progress receives the images that are copied into the engine
 */
public record Launch(Agent agent, AgentImage image, StartAttempt attempt, Progress progress) {}
