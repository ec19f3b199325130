package dev.otters.agents;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.mcp.McpLimits;
import dev.otters.resources.mcp.McpServers;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.Optional;
import java.util.UUID;

/** The servers of the agents' resources, which they reach as their egress allows. */
final class AgentServers {
  private AgentServers() {}

  static McpServers of(AgentRows rows, EgressServer egress) {
    return new McpServers(
        (agent, url) -> egress.http(() -> reach(rows, agent), url),
        AgentServers::complaint,
        McpLimits.USUAL);
  }

  /** Refuses also the schema by which turns know the tools that run in the sandbox. */
  private static Optional<String> complaint(String schema) {
    return schema.equals(ToolSchema.BIN_INPUT)
        ? Optional.of("it is the schema of a BIN")
        : AnswerSchema.complaint(schema);
  }

  /** Returns an agent with the rules that it has now. */
  private static EgressAgent reach(AgentRows rows, UUID id) {
    Agent agent =
        rows.find(id).orElseThrow(() -> new IllegalStateException("there is no agent " + id));
    return new EgressAgent(id, "otters update " + agent.name(), agent.spec().reach());
  }
}
