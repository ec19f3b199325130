package dev.otters.agents;

import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;

/**
 * Is what the steps that start an agent know and tell each other.
 *
 * @param agent as it was when the start began
 * @param image what it was made of
 * @param startup hears of the sandbox and the runtime
 * @param progress is told of images brought into the engine
 */
record Start(Agent agent, AgentImage image, Startup startup, Progress progress) {}
