package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.resources.mcp.McpLimits;
import dev.otters.resources.mcp.McpServers;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.UUID;

/** The servers of the agents' resources, which they reach as their egress allows. */
final class AgentServers {
  private AgentServers() {}

  static McpServers of(AgentRows rows, EgressServer egress) {
    return new McpServers(
        (agent, url) -> egress.http(() -> reach(rows, agent), url),
        AnswerSchema::complaint,
        McpLimits.USUAL);
  }

  /** Returns an agent with the rules that it has now. */
  private static EgressAgent reach(AgentRows rows, UUID id) {
    Agent agent =
        rows.find(id).orElseThrow(() -> new IllegalStateException("there is no agent " + id));
    return new EgressAgent(id, "otters update " + agent.name(), agent.spec().reach());
  }
}
