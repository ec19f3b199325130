package dev.otters.sessions.running;

import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tracks when activations are due, on the monotonic clock, and wakes runtimes that wait for work.
 * An agent here is the sandbox of an agent, or the own sandbox of a session.
 */
public final class Schedule {
  private final Time time;
  private final Map<String, Long> dueAt = new ConcurrentHashMap<>();
  private final Map<UUID, Long> changes = new ConcurrentHashMap<>();

  /** The marks at which agents had no work. */
  private final Map<UUID, Long> idle = new ConcurrentHashMap<>();

  /** The number of holds of each agent that starts no turns for now. */
  private final Map<UUID, Integer> holds = new ConcurrentHashMap<>();

  private volatile Consumer<UUID> listener = sandbox -> {};
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Creates an empty schedule. */
  public Schedule(Time time) {
    this.time = time;
  }

  /** Makes the activation available after a delay. */
  public void ready(UUID agent, String activation, Duration delay) {
    if (delay.isPositive()) {
      dueAt.put(activation, time.nanos() + delay.toNanos());
      time.after(delay, () -> wake(agent));
    } else {
      dueAt.remove(activation);
      wake(agent);
    }
  }

  /** Returns whether an activation may run. */
  public boolean isDue(String activation) {
    return !left(activation).isPositive();
  }

  /** Returns the time until an activation is due; zero or less if it is. */
  public Duration left(String activation) {
    Long due = dueAt.get(activation);
    return due == null ? Duration.ZERO : Duration.ofNanos(due - time.nanos());
  }

  /** Forgets when an activation is due. */
  public void forget(String activation) {
    dueAt.remove(activation);
  }

  /** Sets what learns whose waiters were woken; it must not block. */
  public void listen(Consumer<UUID> heard) {
    listener = heard;
  }

  /** Wakes all waiters of the agent. */
  public void wake(UUID agent) {
    lock.lock();
    try {
      changes.merge(agent, 1L, Long::sum);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    listener.accept(agent);
  }

  /** Returns a mark of the current state; take it before looking for work. */
  public long mark(UUID agent) {
    return changes.getOrDefault(agent, 0L);
  }

  /** Notes that the agent had no work after this mark was taken. */
  public void idle(UUID agent, long mark) {
    idle.put(agent, mark);
  }

  /** Returns whether looking for work is useless: there was none, and none was added since. */
  public boolean isIdle(UUID agent) {
    return idle.getOrDefault(agent, -1L) == mark(agent);
  }

  /** Lets the agent start no turns until {@link #resume}. */
  public void hold(UUID agent) {
    holds.merge(agent, 1, Integer::sum);
  }

  /** Ends a hold of the agent. */
  public void resume(UUID agent) {
    holds.computeIfPresent(agent, (_, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    wake(agent);
  }

  /** Returns whether the agent starts no turns for now. */
  public boolean isHeld(UUID agent) {
    return holds.containsKey(agent);
  }

  /** Wakes the waiters of the agent if there is work, or if one waits for its turns to end. */
  public void freed(UUID agent) {
    if (isHeld(agent) || !isIdle(agent)) {
      wake(agent);
    }
  }

  /** Lets all waiters look at their conditions. */
  public void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the agent's work has changed since the mark.
   *
   * @param enough ends the wait earlier; looked at after each {@link #signal}
   */
  public void awaitChange(UUID agent, long mark, BooleanSupplier enough)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (mark(agent) == mark && !enough.getAsBoolean()) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }
}
