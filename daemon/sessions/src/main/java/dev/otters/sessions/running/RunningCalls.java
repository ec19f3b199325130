package dev.otters.sessions.running;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The threads that run calls of gated tools, by the keys of their approvals, or checks, by their
 * numbers. Thread-safe.
 */
public final class RunningCalls {
  private record Running(Set<UUID> users, Thread thread) {}

  private final Map<Long, Running> calls = new ConcurrentHashMap<>();

  /**
   * Runs a call on a thread of its own, unless it runs already.
   *
   * @param users the agent and the sandbox whose removal stops the call
   * @param call returns what to do once it no longer counts as running, such as a later start
   */
  public void start(long approval, Set<UUID> users, Supplier<Runnable> call) {
    Thread thread =
        Thread.ofVirtual()
            .name("gated-tool")
            .unstarted(
                () -> {
                  Runnable next = () -> {};
                  try {
                    next = call.get();
                  } finally {
                    calls.remove(approval);
                  }
                  next.run();
                });
    if (calls.putIfAbsent(approval, new Running(users, thread)) == null) {
      thread.start();
    }
  }

  /** Interrupts a call if it runs. */
  public void stop(long approval) {
    Running running = calls.get(approval);
    if (running != null) {
      running.thread().interrupt();
    }
  }

  /**
   * Interrupts the calls of an agent or a sandbox and waits for their ends.
   *
   * @return false if one of them still runs after the time
   */
  public boolean stop(UUID user, Duration patience) throws InterruptedException {
    List<Thread> threads =
        calls.values().stream()
            .filter(running -> running.users().contains(user))
            .map(Running::thread)
            .toList();
    threads.forEach(Thread::interrupt);
    boolean ended = true;
    for (Thread thread : threads) {
      ended &= thread.join(patience);
    }
    return ended;
  }
}
