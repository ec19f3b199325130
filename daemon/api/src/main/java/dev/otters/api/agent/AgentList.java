package dev.otters.api.agent;

import java.util.List;

/** The answer to a listing of agents, newest first. */
public record AgentList(List<AgentSummary> agents) {}
