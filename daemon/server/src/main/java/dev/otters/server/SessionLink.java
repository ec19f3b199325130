package dev.otters.server;

import dev.otters.agents.Directory;
import dev.otters.agents.supervise.Conversations;
import dev.otters.home.store.Tx;
import dev.otters.home.token.Tokens;
import dev.otters.sessions.RuntimeExit;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.TurnHold;
import dev.otters.sessions.budget.BudgetSettings;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Connects the agents with their sessions, tokens and prompts.
 *
 * @param sessions all sessions
 * @param tokens all tokens
 * @param directory the prompts of all agents
 */
record SessionLink(Sessions sessions, Tokens tokens, Directory directory) implements Conversations {
  @Override
  public void boot(Set<UUID> alive) {
    sessions.boot(alive);
  }

  @Override
  public void runtimeExited(UUID agent, RuntimeExit death) {
    sessions.turns().runtimeExited(agent, death);
  }

  @Override
  public void stopTools(UUID agent) {
    sessions.approvals().stopAll(agent);
  }

  @Override
  public boolean working(UUID agent) {
    return sessions.service().anyRuns(agent);
  }

  @Override
  public TurnHold hold(UUID agent) {
    return sessions.turns().hold(agent);
  }

  @Override
  public void budgeted(Tx tx, UUID agent, Map<String, String> configs, Map<String, String> given) {
    sessions.budgets().changed(tx, agent, configs, new BudgetSettings(given).scopes());
  }

  @Override
  public void forget(Tx tx, UUID agent) {
    sessions.service().deleteAgent(tx, agent);
    tokens.revoke(tx, agent);
    directory.forget(tx, agent);
  }
}
