package dev.otters.agents;

import dev.otters.agents.events.AgentEvents;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.api.agent.AgentEventType;
import dev.otters.egress.EgressAgent;
import dev.otters.egress.EgressServer;
import dev.otters.home.time.Time;
import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.mcp.McpLimits;
import dev.otters.resources.mcp.McpPrograms;
import dev.otters.resources.mcp.McpServers;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The servers of the agents' resources, which they reach as their egress allows. */
final class AgentServers {
  private static final Set<AgentEventType> ENDS =
      Set.of(AgentEventType.STOP, AgentEventType.FAIL, AgentEventType.UPDATE);

  private AgentServers() {}

  /**
   * Creates servers, whose connections end when their agents stop or change.
   *
   * @param programs starts servers that are BINs
   */
  static McpServers of(
      AgentRows rows, AgentEvents events, EgressServer egress, McpPrograms programs, Time time) {
    McpServers servers =
        new McpServers(
            new McpServers.Ways(
                (agent, url) -> egress.http(() -> reach(rows, agent), url), programs),
            AgentServers::complaint,
            McpLimits.USUAL,
            time);
    events.listen(
        event -> {
          String agent = event.id();
          if (agent != null && ENDS.contains(event.event())) {
            servers.rest(UUID.fromString(agent));
          }
        });
    return servers;
  }

  /** Refuses also the schema by which turns know the tools that run in the sandbox. */
  static Optional<String> complaint(String schema) {
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
