package dev.otters.agents;

import dev.otters.home.token.Tokens;
import dev.otters.sessions.RuntimeExit;
import dev.otters.sessions.Sessions;
import java.util.UUID;

/** Sessions as a daemon has them, which note the deaths of runtimes. */
final class RecordedConversations extends SessionLink {
  private final AgentKit kit;

  /**
   * Connects all agents.
   *
   * @param kit receives the name of each death, and hears whose tools are about to be stopped
   */
  RecordedConversations(Sessions sessions, Tokens tokens, Directory directory, AgentKit kit) {
    super(sessions, tokens, directory);
    this.kit = kit;
  }

  @Override
  public void runtimeExited(UUID agent, RuntimeExit death) {
    kit.deaths.add(death.name());
    super.runtimeExited(agent, death);
  }

  @Override
  public void stopTools(UUID agent) {
    kit.steps.before("stop tools of " + agent);
    super.stopTools(agent);
  }
}
