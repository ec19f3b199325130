package dev.otters.agents.engine;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.Subscription;
import dev.otters.home.time.Time;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the executor when it is first needed, so that a daemon can start, and show what it has,
 * where no engine answers yet. Once somebody listens for ends of sandboxes, it is opened again and
 * again until that succeeds; for whoever only asks, at each question.
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
   * Makes an executor that is not open.
   *
   * @param opener opens the real one, or throws {@link ExecutorException}
   * @param time waits between the tries
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
          ExecutorException.Reason.UNREACHABLE, "the daemon stops", "Start the daemon again.");
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

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    executor().create(spec, progress);
  }

  @Override
  public Sandbox start(UUID agent) {
    return executor().start(agent);
  }

  @Override
  public void stop(UUID agent, Duration grace) {
    executor().stop(agent, grace);
  }

  @Override
  public void kill(UUID agent) {
    executor().kill(agent);
  }

  @Override
  public void remove(UUID agent) {
    executor().remove(agent);
  }

  @Override
  public Optional<Sandbox> status(UUID agent) {
    return executor().status(agent);
  }

  @Override
  public List<Sandbox> list() {
    return executor().list();
  }

  @Override
  public LogFollower logs(UUID agent, Instant since, LogSink sink) {
    return executor().logs(agent, since, sink);
  }

  /** Tells the listener also that the engine is back when it was not there at the first try. */
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
