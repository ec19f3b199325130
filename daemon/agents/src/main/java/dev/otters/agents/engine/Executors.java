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
 * Holds the executors of a daemon, each of which is opened when it is first asked for anything, and
 * knows which one an agent gets whose operator names none. Agents never move: {@link #standard} is
 * asked once in an agent's life, {@link #of} ever after. Thread-safe.
 */
public final class Executors implements AutoCloseable {
  private final Map<ExecutorKind, LazyExecutor> all = new EnumMap<>(ExecutorKind.class);
  private final Optional<ExecutorSetting> setting;
  private final Optional<String> engineNamedBy;

  /**
   * Makes executors of which none is open.
   *
   * @param openers open them, or throw {@link ExecutorException} UNREACHABLE
   * @param setting the operator's word; empty means the first that can be used
   * @param engineNamedBy what names one container engine, such as {@code DOCKER_HOST}: where the
   *     operator did that, he wants an engine
   * @param time waits between the tries to open one
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

  /** Returns the kinds that there are, usable or not. */
  public List<ExecutorKind> kinds() {
    return List.copyOf(all.keySet());
  }

  /**
   * Returns an executor, which may not be usable now.
   *
   * @throws ExecutorException UNSUPPORTED when this daemon has none of that kind
   */
  public Executor of(ExecutorKind kind) {
    Executor executor = all.get(kind);
    if (executor == null) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "this daemon has no executor " + kind,
          "Use one of those that 'otters info' shows.");
    }
    return executor;
  }

  /** Returns the kind that agents get by the operator's word, or would be tried first. */
  public ExecutorKind preferred() {
    return setting.map(ExecutorSetting::kind).orElse(ExecutorKind.DOCKER);
  }

  /**
   * Returns the executor that an agent gets whose operator names none: the one that is set, else
   * the container engine, else bubblewrap.
   *
   * @throws ExecutorException UNREACHABLE when none can be used, with every try; ENGINE_LOST when
   *     the engine was there and is away, which makes nobody change to another executor
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
            "nothing here can run a sandbox\n"
                + engine.getMessage()
                + "\nno bubblewrap: "
                + system.getMessage(),
            "Either: " + engine.remedy() + "\nOr: " + system.remedy(),
            engine);
    both.addSuppressed(system);
    return both;
  }

  /** Releases all; sandboxes run on. */
  @Override
  public void close() {
    all.values().forEach(LazyExecutor::close);
  }
}
