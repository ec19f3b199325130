package dev.otters.agents;

import dev.otters.home.token.Tokens;
import dev.otters.sessions.RuntimeExit;
import dev.otters.sessions.Sessions;
import java.util.List;
import java.util.UUID;

/** Sessions as a daemon has them, which note the deaths of runtimes. */
final class RecordedConversations extends SessionLink {
  private final List<String> deaths;

  /**
   * Connects all agents.
   *
   * @param deaths receives the name of each death
   */
  RecordedConversations(
      Sessions sessions, Tokens tokens, Directory directory, List<String> deaths) {
    super(sessions, tokens, directory);
    this.deaths = deaths;
  }

  @Override
  public void runtimeExited(UUID agent, RuntimeExit death) {
    deaths.add(death.name());
    super.runtimeExited(agent, death);
  }
}
