package dev.otters.agents.supervise;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Exit;
import dev.otters.executor.ExitListener;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches one executor and the agents that it runs; those of others are not its business. */
public final class EngineWatch implements ExitListener {
  private static final Logger LOGGER = LoggerFactory.getLogger(EngineWatch.class);

  private final ExecutorKind kind;
  private final Executor executor;
  private final Supervisor supervisor;
  private final Reconciler reconciler;
  private final Background background;
  private volatile boolean lost;

  EngineWatch(
      ExecutorKind kind,
      Executor executor,
      Supervisor supervisor,
      Reconciler reconciler,
      Background background) {
    this.kind = kind;
    this.executor = executor;
    this.supervisor = supervisor;
    this.reconciler = reconciler;
    this.background = background;
  }

  /** Returns whether the executor does not answer now. */
  public boolean lost() {
    return lost;
  }

  @Override
  public void exited(UUID agent, String sandboxId, Exit exit) {
    supervisor.exited(agent, sandboxId, exit);
  }

  @Override
  public void engineLost() {
    lost = true;
    LOGGER
        .atWarn()
        .addKeyValue("executor", kind)
        .log("The engine does not answer; agents that run go on");
  }

  @Override
  public void engineBack() {
    lost = false;
    LOGGER.atInfo().addKeyValue("executor", kind).log("The engine answers");
    background.start("reconcile", this::reconcile);
  }

  /**
   * Compares what should be with what is, and mends the difference; does nothing while the executor
   * does not answer.
   */
  public void reconcile() {
    try {
      reconciler.run(kind, executor.list());
      supervisor.endSilent(kind);
    } catch (ExecutorException e) {
      lost = true;
      LOGGER
          .atWarn()
          .addKeyValue("executor", kind)
          .log("Agents are looked after when the engine is back: {}", e.reason());
    }
  }
}
