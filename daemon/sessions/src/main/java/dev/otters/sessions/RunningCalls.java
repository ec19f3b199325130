package dev.otters.sessions;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The threads that run calls of gated tools, by the keys of their approvals. Thread-safe. */
final class RunningCalls {
  private final Map<Long, Thread> threads = new ConcurrentHashMap<>();

  /** Runs a call on a thread of its own, unless it runs already. */
  void start(long approval, Runnable call) {
    Thread thread =
        Thread.ofVirtual()
            .name("gated-tool")
            .unstarted(
                () -> {
                  try {
                    call.run();
                  } finally {
                    threads.remove(approval);
                  }
                });
    if (threads.putIfAbsent(approval, thread) == null) {
      thread.start();
    }
  }

  /** Interrupts a call if it runs. */
  void stop(long approval) {
    Thread thread = threads.get(approval);
    if (thread != null) {
      thread.interrupt();
    }
  }

  /**
   * Interrupts calls and waits for their ends.
   *
   * @return false if one of them still runs after the time
   */
  boolean stop(Collection<Long> approvals, Duration patience) throws InterruptedException {
    approvals.forEach(this::stop);
    boolean ended = true;
    for (Long approval : approvals) {
      Thread thread = threads.get(approval);
      ended &= thread == null || thread.join(patience);
    }
    return ended;
  }
}
