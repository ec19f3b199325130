package dev.otters.agents.supervise;

import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.start.Launcher;
import dev.otters.home.store.StoreException;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes everything of an agent. Each part may be missing, so that an interrupted removal is
 * repeated. The caller runs it as a task of the agent.
 */
public record Removal(
    AgentRows rows,
    Launcher launcher,
    Consumer<UUID> undoCreation,
    AgentRoots roots,
    AgentLogs logs,
    Conversations conversations,
    AgentTasks tasks) {
  private static final Logger LOG = LoggerFactory.getLogger(Removal.class);

  /** Marks the row as being removed, so that the next daemon continues the removal. */
  public void begin(UUID agent, boolean keepWorkspace) {
    rows.change(
        agent, row -> row.removed(keepWorkspace || row.keepWorkspace(), removing(row.state())));
  }

  /**
   * Removes the agent's sandbox and folder before its row can change. If this fails for another
   * reason than a full disk, the agent may still run, and nothing of it was removed.
   */
  void makeRoom(UUID agent) {
    LOG.atWarn().addKeyValue("agent", agent).log("The disk is full: its folder is removed first");
    try {
      launcher.tearDown(agent);
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
    }
    roots.remove(agent);
  }

  /**
   * Removes the agent. If this throws, the row still says that it is being removed.
   *
   * @param agent an agent whose row says that it is being removed
   */
  public void finish(Agent agent) {
    List<Agent> sessions = rows.ofSessions(agent.id());
    sessions.forEach(own -> beginSession(own.id(), agent.keepWorkspace()));
    conversations.stopTools(agent.id());
    sessions.forEach(own -> tasks.run(own.id(), () -> rows.find(own.id()).ifPresent(this::finish)));
    launcher.tearDown(agent.id());
    if (agent.keepWorkspace()) {
      roots.keepWorkspace(agent);
    }
    undoCreation.accept(agent.id());
    logs.remove(agent.id());
    rows.delete(agent.id(), conversations::forget);
  }

  /** Marks a session's sandbox, so that no more tools start beside it. */
  private void beginSession(UUID own, boolean keepWorkspace) {
    launcher.attempts().fail(own, ended("its agent was removed"));
    tasks.run(own, () -> begin(own, keepWorkspace));
  }

  static AgentFailure ended(String why) {
    return new AgentFailure(Reason.INIT, why, AgentFailure.ENDED);
  }

  private static Lifecycle removing(Lifecycle state) {
    return state instanceof Lifecycle.Removable removable ? removable.remove() : state;
  }
}
