package dev.otters.agents.engine;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.RunSpec;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.Subscription;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.home.time.Time;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the executor when it is first needed, so that a daemon starts without an engine. With a
 * listener for exits, it retries until that succeeds; otherwise it tries at each call.
 */
public final class LazyExecutor implements Executor {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final Supplier<Executor> opener;
  private final Time time;
  private final Map<ExitListener, Subscription> listeners = new ConcurrentHashMap<>();
  private @Nullable Executor opened;
  private boolean failed;
  private boolean closed;

  /**
   * Creates a closed executor.
   *
   * @param opener opens the executor, or throws {@link ExecutorException}
   * @param time delays the retries
   */
  public LazyExecutor(Supplier<Executor> opener, Time time) {
    this.opener = opener;
    this.time = time;
  }

  private synchronized Executor executor() {
    if (opened != null) {
      return opened;
    }
    if (closed) {
      throw new ExecutorException(
          ExecutorException.Reason.UNREACHABLE,
          "the daemon is stopping",
          "Start the daemon again.");
    }
    try {
      Executor executor = opener.get();
      opened = executor;
      listeners.replaceAll((listener, none) -> executor.onExit(listener));
      return executor;
    } catch (ExecutorException e) {
      if (!failed && !listeners.isEmpty()) {
        failed = true;
        time.after(PAUSE, this::tryAgain);
      }
      throw e;
    }
  }

  private void tryAgain() {
    try {
      synchronized (this) {
        failed = false;
        if (closed || listeners.isEmpty()) {
          return;
        }
        executor();
      }
    } catch (ExecutorException e) {
      return;
    }
    listeners.keySet().forEach(ExitListener::engineBack);
  }

  @Override
  public ExecutorInfo info() {
    return executor().info();
  }

  /** Prunes an executor that is open. */
  @Override
  public List<String> prune(boolean dryRun) {
    Executor open;
    synchronized (this) {
      open = opened;
    }
    return open == null ? List.of() : open.prune(dryRun);
  }

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    executor().create(spec, progress);
  }

  @Override
  public Sandbox start(SandboxKey key) {
    return executor().start(key);
  }

  @Override
  public void stop(SandboxKey key, Duration grace) {
    executor().stop(key, grace);
  }

  @Override
  public void kill(SandboxKey key) {
    executor().kill(key);
  }

  @Override
  public void remove(SandboxKey key) {
    executor().remove(key);
  }

  @Override
  public Optional<Sandbox> status(SandboxKey key) {
    return executor().status(key);
  }

  @Override
  public List<Sandbox> list() {
    return executor().list();
  }

  @Override
  public LogFollower logs(SandboxKey key, Instant since, LogSink sink) {
    return executor().logs(key, since, sink);
  }

  @Override
  public Execution exec(SandboxKey key, ExecSpec spec, ExecSink sink) {
    return executor().exec(key, spec, sink);
  }

  @Override
  public Execution runOnce(RunSpec spec, Progress progress, ExecSink sink) {
    return executor().runOnce(spec, progress, sink);
  }

  @Override
  public SandboxUsage usage(SandboxKey key) {
    return executor().usage(key);
  }

  /**
   * Notifies the listener that the engine is back, also if it was not reachable at the first try.
   */
  @Override
  public synchronized Subscription onExit(ExitListener listener) {
    listeners.put(listener, opened == null ? () -> {} : opened.onExit(listener));
    return () -> {
      Subscription subscription = listeners.remove(listener);
      if (subscription != null) {
        subscription.close();
      }
    };
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (opened != null) {
      opened.close();
    }
  }
}
