package dev.otters.agents.start;

import dev.otters.agents.rows.Agent;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;

/**
 * Is what the steps that start an agent know and tell each other.
 *
 * @param agent as it was when the start began
 * @param image what it was made of
 * @param attempt hears of the sandbox and the runtime
 * @param progress is told of images brought into the engine
 */
record Launch(Agent agent, AgentImage image, StartAttempt attempt, Progress progress) {}
