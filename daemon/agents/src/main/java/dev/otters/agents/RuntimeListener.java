package dev.otters.agents;

import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.sandboxes.SessionRunner;
import dev.otters.agents.start.RuntimeLinks;
import dev.otters.agents.start.StartAttempts;
import dev.otters.agents.supervise.AgentRunner;
import dev.otters.agents.supervise.RuntimeReplacement;
import dev.otters.agents.supervise.Supervisor;
import java.util.UUID;

/** Passes the reports of and about runtimes on to those that handle them. */
record RuntimeListener(
    RuntimeLinks links,
    StartAttempts attempts,
    AgentRunner runner,
    Supervisor supervisor,
    RuntimeReplacement replacement,
    SessionRunner sessions)
    implements Directory.Listener {
  @Override
  public void connected(UUID agent, String runtimeVersion) {
    links.tokenRead(agent);
    sessions.ready(agent);
  }

  @Override
  public void fatal(UUID agent, AgentFailure failure) {
    runner.lastWords(agent, failure);
    attempts.fail(agent, failure);
  }

  @Override
  public void outdated(UUID agent, int protocol) {
    replacement.outdated(agent, protocol);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    supervisor.unresponsive(agent, why);
  }
}
