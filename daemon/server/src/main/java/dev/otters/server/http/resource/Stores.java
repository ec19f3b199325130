package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.agent.AgentSummary;
import dev.otters.resources.grant.Namespace;
import dev.otters.server.http.Request;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads and names what the routes of all stores share. */
final class Stores {
  private Stores() {}

  /** Returns the names of the agents by their ids. */
  static Map<String, String> names(AgentKeeper agents) {
    return agents.list(true).agents().stream()
        .collect(Collectors.toMap(AgentSummary::id, AgentSummary::name));
  }

  static Namespace namespace(String path) {
    try {
      return new Namespace(path);
    } catch (IllegalArgumentException e) {
      throw Request.invalid(String.valueOf(e.getMessage()));
    }
  }
}
