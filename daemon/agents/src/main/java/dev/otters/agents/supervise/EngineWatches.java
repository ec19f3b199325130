package dev.otters.agents.supervise;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.engine.Executors;
import dev.otters.agents.events.AgentEvents;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.Subscription;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches each executor from the start of its first agent on. Does not open executors without
 * agents.
 */
public final class EngineWatches implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EngineWatches.class);

  private final Executors executors;
  private final Supervisor supervisor;
  private final Reconciler reconciler;
  private final Background background;
  private final AgentEvents events;
  private final Map<ExecutorKind, Watched> watched = new ConcurrentHashMap<>();

  private record Watched(EngineWatch watch, Subscription exits) {}

  public EngineWatches(
      Executors executors,
      Supervisor supervisor,
      Reconciler reconciler,
      Background background,
      AgentEvents events) {
    this.executors = executors;
    this.supervisor = supervisor;
    this.reconciler = reconciler;
    this.background = background;
    this.events = events;
  }

  /** Watches an executor from now on; idempotent. */
  public EngineWatch watch(ExecutorKind kind) {
    return watched.computeIfAbsent(kind, this::begin).watch();
  }

  private Watched begin(ExecutorKind kind) {
    EngineWatch watch =
        new EngineWatch(kind, executors.of(kind), supervisor, reconciler, background, events);
    return new Watched(watch, executors.of(kind).onExit(watch));
  }

  /** Returns whether an executor is unreachable now. */
  public boolean lost(ExecutorKind kind) {
    Watched found = watched.get(kind);
    return found != null && found.watch().lost();
  }

  /**
   * Removes the sandboxes of this home from an executor without agents. Does nothing if the
   * executor is not usable.
   */
  public void sweep(ExecutorKind kind) {
    try {
      reconciler.run(kind, executors.of(kind).list());
    } catch (ExecutorException e) {
      LOG.atInfo()
          .addKeyValue("executor", kind)
          .log("The executor is not usable, and no agent needs it: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    watched.values().forEach(found -> found.exits().close());
  }
}
