package dev.otters.agents.create;

import dev.otters.sessions.running.RunningCalls;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The checks of all agents that run or wait, each on a thread of its own. Thread-safe. */
final class RunningChecks {
  /** The limit on checks at the same time. */
  private static final int ALL = 8;

  /** The limit on checks of one agent at the same time: others find a place whatever it does. */
  private static final int OF_AGENT = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Semaphore places = new Semaphore(ALL, true);
  private final Map<UUID, Semaphore> shares = new ConcurrentHashMap<>();
  private final RunningCalls threads = new RunningCalls();
  private final AtomicLong numbers = new AtomicLong();

  /**
   * Runs a check on a thread that {@link #stop} interrupts, and waits for its end. If the caller is
   * interrupted, so is the check.
   *
   * @throws ExecutionException with what the check threw
   */
  <T> T run(UUID agent, Callable<T> check) throws InterruptedException, ExecutionException {
    FutureTask<T> task = new FutureTask<>(check);
    long number = numbers.incrementAndGet();
    threads.start(
        number,
        Set.of(agent),
        () -> {
          task.run();
          return () -> {};
        });
    try {
      return task.get();
    } catch (InterruptedException e) {
      threads.stop(number);
      throw e;
    }
  }

  /**
   * Does something in a place of the agent, once one is free. Checks of an agent take turns.
   *
   * @param limit how long it waits
   * @return empty if no place became free
   */
  <T> Optional<T> inPlace(UUID agent, Duration limit, Callable<T> work) throws Exception {
    Semaphore share = shares.computeIfAbsent(agent, _ -> new Semaphore(OF_AGENT, true));
    long end = System.nanoTime() + limit.toNanos();
    if (!share.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      return Optional.empty();
    }
    try {
      if (!places.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return Optional.empty();
      }
      try {
        return Optional.of(work.call());
      } finally {
        places.release();
      }
    } finally {
      share.release();
    }
  }

  /**
   * Stops the checks of an agent that is being removed, and waits for their ends.
   *
   * @throws IllegalStateException when a check does not end
   */
  void stop(UUID agent) {
    try {
      if (!threads.stop(agent, PATIENCE)) {
        throw new IllegalStateException("a check of agent " + agent + " does not end");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("a thread that removes an agent was interrupted", e);
    }
    shares.remove(agent);
  }
}
