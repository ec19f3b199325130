package dev.otters.agents;

import dev.otters.agents.logs.AgentLogs;
import dev.otters.home.store.StoreException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes everything of an agent away. Each part may be gone already, so that a removal that was
 * interrupted is finished by doing it again. The caller holds the agent's lock.
 */
final class Removal {
  private static final Logger LOGGER = LoggerFactory.getLogger(Removal.class);

  private final AgentRows rows;
  private final Starter starter;
  private final Saga<Creation> creation;
  private final AgentRoots roots;
  private final AgentLogs logs;
  private final Conversations conversations;

  Removal(
      AgentRows rows,
      Starter starter,
      Saga<Creation> creation,
      AgentRoots roots,
      AgentLogs logs,
      Conversations conversations) {
    this.rows = rows;
    this.starter = starter;
    this.creation = creation;
    this.roots = roots;
    this.logs = logs;
    this.conversations = conversations;
  }

  /** Says in the row that the agent is going, so that the next daemon goes on with it. */
  void begin(UUID agent, boolean keepWorkspace) {
    rows.change(
        agent, row -> row.removed(keepWorkspace || row.keepWorkspace(), removing(row.state())));
  }

  /**
   * Takes away what the agent put on the disk, before its row can say so. When this throws for
   * another reason than a full disk, the agent may still run, and nothing of it was removed.
   */
  void makeRoom(UUID agent) {
    LOGGER.atWarn().addKeyValue("agent", agent).log("The disk is full: its folder goes first");
    try {
      starter.tearDown(agent);
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
    }
    roots.remove(agent);
  }

  /**
   * Removes the agent. When this throws, the row says that it is being removed.
   *
   * @param agent which; its row says that it is being removed
   */
  void finish(Agent agent) {
    starter.tearDown(agent.id());
    if (agent.keepWorkspace()) {
      roots.keepWorkspace(agent);
    }
    creation.undo(agent.id());
    logs.remove(agent.id());
    rows.delete(agent.id(), conversations::forget);
  }

  private static Lifecycle removing(Lifecycle state) {
    return state instanceof Lifecycle.Removable removable ? removable.remove() : state;
  }
}
