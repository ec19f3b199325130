package dev.otters.api.agent;

import dev.otters.api.Absent;
import java.util.List;

/** The answer to a listing of agents, newest first. */
public record AgentList(List<AgentSummary> agents) {
  /** Fills in what an answer left out. */
  public AgentList {
    agents = Absent.list(agents);
  }
}
