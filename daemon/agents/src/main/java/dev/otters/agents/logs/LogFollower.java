package dev.otters.agents.logs;

import dev.otters.api.agent.LogLine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Reads a log as it grows. A follower that does not keep up loses the oldest lines rather than the
 * daemon its memory, and is told how many.
 */
public final class LogFollower implements AutoCloseable {
  private static final int MOST_WAITING = 100_000;

  private final Consumer<LogFollower> onClose;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Queue<LogLine> waiting = new ArrayDeque<>();
  private long lost;
  private boolean ended;

  LogFollower(Consumer<LogFollower> onClose) {
    this.onClose = onClose;
  }

  void offer(LogLine line) {
    lock.lock();
    try {
      if (waiting.size() >= MOST_WAITING) {
        waiting.remove();
        lost++;
      }
      waiting.add(line);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether the log has ended and all of its lines were taken. */
  public boolean exhausted() {
    lock.lock();
    try {
      return ended && waiting.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the next line.
   *
   * @param most how long to wait
   * @return the line, empty when none came in time or the log has ended
   * @throws InterruptedException when the thread is interrupted
   */
  public Optional<LogLine> next(Duration most) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = most.toNanos();
      while (waiting.isEmpty() && !ended && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (lost > 0 && !waiting.isEmpty()) {
        LogLine marker =
            new LogLine(
                waiting.element().time(), AgentLogs.OWN_STREAM, lost + " lines were left out here");
        lost = 0;
        return Optional.of(marker);
      }
      return Optional.ofNullable(waiting.poll());
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more lines. */
  @Override
  public void close() {
    end();
    onClose.accept(this);
  }
}
