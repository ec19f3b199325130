package dev.otters.agents.supervise;

import dev.otters.home.store.Tx;
import dev.otters.sessions.RuntimeExit;
import java.util.Set;
import java.util.UUID;

/** The agents' sessions, as the keeper of the agents needs them. */
public interface Conversations {
  /**
   * Takes up what was under way when the last daemon ended; called once, before any agent's socket
   * is open.
   *
   * @param alive the agents whose sandboxes run, or may run
   */
  void boot(Set<UUID> alive);

  /**
   * Hears that the agent's sandbox is known to be dead: what it worked on may run again.
   *
   * @param agent whose
   * @param death how it came to its end
   */
  void runtimeExited(UUID agent, RuntimeExit death);

  /** Returns whether a turn of the agent runs. */
  boolean working(UUID agent);

  /**
   * Removes all sessions and tokens of the agent, which is dead, in the transaction that removes
   * the agent.
   */
  void forget(Tx tx, UUID agent);
}
