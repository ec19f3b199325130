package dev.otters.agents;

import java.util.UUID;

/** Passes on what runtimes say about themselves, and what is said about them. */
record FromRuntimes(RuntimeLinks links, Startups startups, Runs runs, Supervisor supervisor)
    implements Directory.Listener {
  @Override
  public void connected(UUID agent, String runtimeVersion) {
    links.tokenRead(agent);
  }

  @Override
  public void fatal(UUID agent, AgentFailure failure) {
    runs.lastWords(agent, failure);
    startups.fail(agent, failure);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    supervisor.unresponsive(agent, why);
  }
}
