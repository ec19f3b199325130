package dev.otters.agents.supervise;

import dev.otters.agents.rows.OwnSession;
import dev.otters.home.store.Tx;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.sessions.RuntimeExit;
import dev.otters.sessions.TurnHold;
import dev.otters.sessions.running.SandboxListener;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The sessions of the agents. */
public interface Conversations {
  /**
   * Resumes the turns that were running when the last daemon ended. Called once, before any socket
   * of an agent is open.
   *
   * @param alive the agents whose sandboxes run or may run
   */
  void boot(Set<UUID> alive);

  /**
   * Ends the running turns of a sandbox that is dead; they may run again.
   *
   * @param death the kind of end
   */
  void runtimeExited(UUID sandbox, RuntimeExit death);

  /** Stops the gated tools, checks and servers of an agent that is being removed, and waits. */
  void stopTools(UUID agent);

  /** Returns whether a turn of the agent is running. */
  boolean working(UUID agent);

  /** Lets the agent start no turns until the hold is closed. */
  TurnHold hold(UUID agent);

  /**
   * Starts the turns of an agent again that its budgets stopped, after the agent was given others.
   *
   * @param configs all settings of the agent
   * @param given the settings that the operator gave just now
   */
  void budgeted(Tx tx, UUID agent, Map<String, String> configs, Map<String, String> given);

  /**
   * Lets the children of an agent's sessions reach no more than the agent does from its next start
   * on, at once.
   *
   * @param resources those of the definition that the agent has got while it did not run
   */
  void redefined(Tx tx, UUID agent, List<DeclaredResource> resources);

  /** Called when an agent has another name, under which the mirrors of its sessions are kept. */
  void renamed(String from, String to);

  /** Sets what hears of the sandboxes that sessions have for themselves. Call before boot. */
  void listen(SandboxListener listener);

  /** Returns the session that has a sandbox for itself; empty if none has. */
  Optional<OwnSession> session(UUID sandbox);

  /** Returns the sandboxes that sessions of an agent have for themselves. */
  List<UUID> sandboxes(UUID agent);

  /**
   * Returns the sandbox of a session that is named by its id, its name or a beginning of its id.
   *
   * @throws dev.otters.sessions.log.SessionException if there is no such session, or several
   */
  UUID sandbox(UUID agent, String session);

  /** Returns whether a sandbox runs a turn, or has one to run now. */
  boolean hasWork(UUID sandbox);

  /** Removes all sessions and tokens of a dead agent in the transaction that removes the agent. */
  void forget(Tx tx, UUID agent);
}
