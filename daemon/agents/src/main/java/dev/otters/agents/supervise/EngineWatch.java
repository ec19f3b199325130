package dev.otters.agents.supervise;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.events.AgentEvents;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEvent.Details;
import dev.otters.api.agent.AgentEventType;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import dev.otters.executor.SandboxKey;
import dev.otters.sessions.RuntimeExit;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches one executor and its agents. */
public final class EngineWatch implements ExitListener {
  private static final Logger LOG = LoggerFactory.getLogger(EngineWatch.class);

  private final ExecutorKind kind;
  private final Executor executor;
  private final Supervisor supervisor;
  private final Reconciler reconciler;
  private final Background background;
  private final AgentEvents events;
  private volatile boolean lost;

  EngineWatch(
      ExecutorKind kind,
      Executor executor,
      Supervisor supervisor,
      Reconciler reconciler,
      Background background,
      AgentEvents events) {
    this.kind = kind;
    this.executor = executor;
    this.supervisor = supervisor;
    this.reconciler = reconciler;
    this.background = background;
    this.events = events;
  }

  /** Returns whether the executor is unreachable now. */
  public boolean lost() {
    return lost;
  }

  @Override
  public void exited(SandboxKey key, String sandboxId, Exit exit) {
    exited(key, sandboxId, exit, RuntimeExit.CRASHED);
  }

  @Override
  public void missed(SandboxKey key, String sandboxId, Exit exit) {
    exited(key, sandboxId, exit, RuntimeExit.STOPPED);
  }

  private void exited(SandboxKey key, String sandboxId, Exit exit, RuntimeExit death) {
    if (key.isAgent()) {
      supervisor.exited(key.owner(), sandboxId, exit, death);
    }
  }

  @Override
  public void engineLost() {
    lost = true;
    publish(AgentEventType.ENGINE_LOST);
    LOG.atWarn()
        .addKeyValue("executor", kind)
        .log("The engine is unreachable; running agents continue");
  }

  @Override
  public void engineBack() {
    lost = false;
    publish(AgentEventType.ENGINE_BACK);
    LOG.atInfo().addKeyValue("executor", kind).log("The engine is reachable again");
    background.start("reconcile", this::reconcile);
  }

  private void publish(AgentEventType type) {
    events.publish(
        time ->
            new AgentEvent(time, type, null, null, null, kind.toString(), Map.of(), Details.NONE));
  }

  /**
   * Reconciles the rows of the executor's agents with its sandboxes. Does nothing while the
   * executor is unreachable.
   */
  public void reconcile() {
    try {
      reconciler.run(kind, executor.list());
      supervisor.endSilent(kind);
    } catch (ExecutorException e) {
      lost = true;
      LOG.atWarn()
          .addKeyValue("executor", kind)
          .log("Agents are reconciled when the engine is back: {}", e.reason());
    }
  }
}
