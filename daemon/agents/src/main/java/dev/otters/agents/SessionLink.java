package dev.otters.agents;

import dev.otters.agents.rows.OwnSession;
import dev.otters.agents.supervise.Conversations;
import dev.otters.home.store.Tx;
import dev.otters.home.token.Tokens;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.sessions.RuntimeExit;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.TurnHold;
import dev.otters.sessions.budget.BudgetSettings;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.SandboxListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Connects the agents with their sessions, tokens and prompts. */
public class SessionLink implements Conversations {
  private final Sessions sessions;
  private final Tokens tokens;
  private final Directory directory;

  /**
   * Connects all agents.
   *
   * @param sessions all sessions
   * @param tokens all tokens
   * @param directory the prompts of all agents
   */
  public SessionLink(Sessions sessions, Tokens tokens, Directory directory) {
    this.sessions = sessions;
    this.tokens = tokens;
    this.directory = directory;
  }

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
    directory.stopChecks(agent);
    sessions.endServers(agent);
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
  public void redefined(Tx tx, UUID agent, List<DeclaredResource> resources) {
    directory.announce(tx, agent, resources);
  }

  @Override
  public void renamed(String from, String to) {
    sessions.agentRenamed(from, to);
  }

  @Override
  public void listen(SandboxListener listener) {
    sessions.sandboxes().listen(listener);
  }

  @Override
  public Optional<OwnSession> session(UUID sandbox) {
    return sessions
        .sandboxes()
        .find(sandbox)
        .map(use -> new OwnSession(use.agent(), use.session().value()));
  }

  @Override
  public List<UUID> sandboxes(UUID agent) {
    return sessions.sandboxes().of(agent);
  }

  @Override
  public UUID sandbox(UUID agent, String session) {
    return sessions.sandboxes().named(agent, new SessionId(session));
  }

  @Override
  public boolean hasWork(UUID sandbox) {
    return sessions.sandboxes().hasWork(sandbox);
  }

  @Override
  public void forget(Tx tx, UUID agent) {
    sessions.removal().removeAll(tx, agent);
    tokens.revoke(tx, agent);
    directory.forget(tx, agent);
  }
}
