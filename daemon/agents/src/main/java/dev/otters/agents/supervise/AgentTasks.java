package dev.otters.agents.supervise;

import dev.otters.home.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Runs tasks, one at a time for each agent: at once, in the background, or later. */
public final class AgentTasks {
  private final Map<UUID, Monitor> monitors = new ConcurrentHashMap<>();
  private final Background background;
  private final Time time;

  /**
   * A lock of an agent.
   *
   * @param users the tasks that have it or wait for it; the last one removes it
   */
  private record Monitor(Object lock, int users) {
    Monitor used(int more) {
      return new Monitor(lock, users + more);
    }
  }

  /**
   * Creates an empty set of tasks.
   *
   * @param background runs the tasks that the caller does not wait for
   * @param time starts the tasks that run later
   */
  public AgentTasks(Background background, Time time) {
    this.background = background;
    this.time = time;
  }

  /** Returns the current time. */
  public Instant now() {
    return time.now();
  }

  /** Runs a task after the tasks of the agent that came before it, and returns its result. */
  public <T> T call(UUID agent, Supplier<T> task) {
    Monitor monitor =
        monitors.compute(
            agent, (_, old) -> old == null ? new Monitor(new Object(), 1) : old.used(1));
    try {
      synchronized (monitor.lock()) {
        return task.get();
      }
    } finally {
      monitors.computeIfPresent(agent, (_, now) -> now.users() == 1 ? null : now.used(-1));
    }
  }

  /** Returns the number of agents with tasks that run or wait. */
  int busy() {
    return monitors.size();
  }

  /** Runs a task after the tasks of the agent that came before it. */
  public void run(UUID agent, Runnable task) {
    boolean _ =
        call(
            agent,
            () -> {
              task.run();
              return true;
            });
  }

  /**
   * Runs a task of an agent on a thread of its own, so that an interrupt does not stop it in the
   * middle, and waits for its end.
   *
   * @throws InterruptedException if the thread is interrupted before the task begins
   */
  public void runApart(UUID agent, Runnable task) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the change is given up");
    }
    try {
      CompletableFuture.runAsync(() -> run(agent, task), Thread::startVirtualThread).join();
    } catch (CompletionException e) {
      switch (Objects.requireNonNull(e.getCause())) {
        case RuntimeException failure -> throw failure;
        case Error error -> throw error;
        default -> throw e;
      }
    }
  }

  /**
   * Runs a task in the background.
   *
   * @param name names the task in the log
   * @param agent the agent that the task changes
   * @param task the task; an exception it throws is logged
   * @return a future that completes when the task ends or fails
   */
  public CompletableFuture<Void> start(String name, UUID agent, Runnable task) {
    return background.run(name, () -> run(agent, task));
  }

  /** Runs work in the background that may run beside the tasks of the agent; see {@link #start}. */
  void beside(String name, Runnable work) {
    background.start(name, work);
  }

  /** Runs a task in the background after a delay; see {@link #start}. */
  public void startAfter(Duration delay, String name, UUID agent, Runnable task) {
    time.after(delay, () -> background.start(name, () -> run(agent, task)));
  }
}
