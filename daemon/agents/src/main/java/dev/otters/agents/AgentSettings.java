package dev.otters.agents;

import dev.otters.executor.BinMounts;
import java.time.Duration;

/**
 * The part of the daemon's configuration that concerns agents.
 *
 * @param binMounts how tools enter sandboxes, unless the operator of an agent chooses otherwise
 * @param maxStarts the number of agents that may start at once
 * @param readinessTimeout the time that a runtime has to become ready
 */
public record AgentSettings(BinMounts binMounts, int maxStarts, Duration readinessTimeout) {
  /** The settings of a daemon that has no configuration file. */
  public static final AgentSettings DEFAULTS =
      new AgentSettings(BinMounts.AUTO, 4, Duration.ofSeconds(60));
}
