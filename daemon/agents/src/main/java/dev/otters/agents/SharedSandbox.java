package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentLookup;
import dev.otters.agents.rows.AgentRows;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;

/** The sandbox that sessions of an agent share, in which operators look at files and programs. */
final class SharedSandbox {
  private SharedSandbox() {}

  /** Returns a look-up that refuses agents without a shared sandbox. */
  static AgentLookup lookup(AgentRows rows, Directory directory) {
    return new AgentLookup(rows::agents, agent -> require(directory, agent));
  }

  private static void require(Directory directory, Agent agent) {
    if (directory.separatesSessions(agent.id())) {
      throw ApiException.of(
          ErrorCode.EXECUTOR_UNSUPPORTED,
          "each session of agent "
              + agent.name()
              + " has a sandbox of its own, which this command does not reach",
          "Ask the agent in the session, or use agents with workspace-scope=agent.");
    }
  }
}
