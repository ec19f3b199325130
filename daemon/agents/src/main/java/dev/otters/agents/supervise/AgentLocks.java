package dev.otters.agents.supervise;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Lets one piece of work at a time change an agent. */
public final class AgentLocks {
  private final Map<UUID, ReentrantLock> locks = new ConcurrentHashMap<>();

  public <T> T with(UUID agent, Supplier<T> work) {
    ReentrantLock lock = locks.computeIfAbsent(agent, id -> new ReentrantLock());
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  public void run(UUID agent, Runnable work) {
    with(
        agent,
        () -> {
          work.run();
          return true;
        });
  }
}
