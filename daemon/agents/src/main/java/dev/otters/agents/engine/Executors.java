package dev.otters.agents.engine;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.home.time.Time;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The executors of a daemon. Each is opened when it is first used. Agents never move: {@link
 * #standard} is called once in an agent's life, {@link #of} after that. Safe for use by any thread.
 */
public final class Executors implements AutoCloseable {
  private final Map<ExecutorKind, LazyExecutor> all = new EnumMap<>(ExecutorKind.class);
  private final Optional<ExecutorSetting> setting;
  private final Optional<String> engineNamedBy;

  /**
   * Creates closed executors.
   *
   * @param openers open them, or throw {@link ExecutorException} UNREACHABLE
   * @param setting the operator's setting; empty for the first usable executor
   * @param engineNamedBy the setting that names a container engine, such as {@code DOCKER_HOST}; if
   *     there is one, only the engine is used
   * @param time delays the tries to open an executor
   */
  public Executors(
      Map<ExecutorKind, Supplier<Executor>> openers,
      Optional<ExecutorSetting> setting,
      Optional<String> engineNamedBy,
      Time time) {
    openers.forEach((kind, opener) -> all.put(kind, new LazyExecutor(opener, time)));
    this.setting = setting;
    this.engineNamedBy = engineNamedBy;
  }

  /** Returns the kinds of executors, usable or not. */
  public List<ExecutorKind> kinds() {
    return List.copyOf(all.keySet());
  }

  /**
   * Returns an executor, which may not be usable now.
   *
   * @throws ExecutorException UNSUPPORTED if this daemon has no executor of the kind
   */
  public Executor of(ExecutorKind kind) {
    Executor executor = all.get(kind);
    if (executor == null) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "this daemon has no executor " + kind,
          "Use an executor that 'otters info' shows.");
    }
    return executor;
  }

  /** Returns the kind that the operator set, or the kind that is tried first. */
  public ExecutorKind preferred() {
    return setting.map(ExecutorSetting::kind).orElse(ExecutorKind.DOCKER);
  }

  /**
   * Returns the default executor: the operator's setting, or else the container engine, or else
   * bubblewrap.
   *
   * @throws ExecutorException UNREACHABLE with every try if none is usable; ENGINE_LOST if the
   *     engine was reachable before, so that no agent changes to another executor
   */
  public Chosen standard() {
    if (setting.isPresent()) {
      ExecutorSetting wanted = setting.get();
      return new Chosen(wanted.kind(), "chosen by " + wanted.because(), of(wanted.kind()).info());
    }
    try {
      return new Chosen(
          ExecutorKind.DOCKER, "a usable container engine was found", engine().info());
    } catch (ExecutorException e) {
      return withoutEngine(e);
    }
  }

  private Executor engine() {
    return of(ExecutorKind.DOCKER);
  }

  private Chosen withoutEngine(ExecutorException engine) {
    if (engine.reason() != Reason.UNREACHABLE || !all.containsKey(ExecutorKind.SYSTEM)) {
      throw engine;
    }
    if (engineNamedBy.isPresent()) {
      throw again(
          engine,
          engineNamedBy.get()
              + " names an engine, so nothing else is tried: unset it, or choose bubblewrap with"
              + " --executor system.");
    }
    try {
      return new Chosen(
          ExecutorKind.SYSTEM,
          "no usable container engine was found",
          of(ExecutorKind.SYSTEM).info());
    } catch (ExecutorException system) {
      throw none(engine, system);
    }
  }

  private static ExecutorException again(ExecutorException engine, String more) {
    return new ExecutorException(
        engine.reason(), String.valueOf(engine.getMessage()), engine.remedy() + " " + more, engine);
  }

  private static ExecutorException none(ExecutorException engine, ExecutorException system) {
    ExecutorException both =
        new ExecutorException(
            Reason.UNREACHABLE,
            "nothing here can run a sandbox\n%s\nno bubblewrap: %s"
                .formatted(engine.getMessage(), system.getMessage()),
            engine.remedy() + "\nOr: " + system.remedy(),
            engine);
    both.addSuppressed(system);
    return both;
  }

  /**
   * Removes what open executors keep for the home and no sandbox uses.
   *
   * @param dryRun whether to remove nothing
   * @return the names of what was removed, or would be
   */
  public List<String> prune(boolean dryRun) {
    return all.values().stream().flatMap(one -> one.prune(dryRun).stream()).toList();
  }

  /** Closes all executors; sandboxes keep running. */
  @Override
  public void close() {
    all.values().forEach(LazyExecutor::close);
  }
}
