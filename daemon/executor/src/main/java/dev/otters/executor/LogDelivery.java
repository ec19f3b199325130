package dev.otters.executor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Delivers lines to a sink until it is ended, which the sink is told once. Any thread may end it,
 * and the sink's own from within a line.
 */
public final class LogDelivery {
  private final LogSink sink;
  private final ReentrantLock telling = new ReentrantLock();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean over;

  /** Begins a delivery. */
  public LogDelivery(LogSink sink) {
    this.sink = sink;
  }

  /** Tells the sink one line, unless the delivery is ended. */
  public void line(LogLine line) {
    unlessOver(() -> sink.line(line));
  }

  /**
   * Does what tells the sink lines, unless the delivery is ended; meanwhile no other thread ends
   * it.
   */
  public void unlessOver(Runnable work) {
    telling.lock();
    try {
      if (!over) {
        work.run();
      }
    } finally {
      telling.unlock();
    }
  }

  /** Ends the delivery as complete; when it returns, the sink is told no more lines. */
  public void end() {
    end(Optional::empty);
  }

  /**
   * Ends the delivery; when it returns, the sink is told no more lines.
   *
   * @param verdict called by the first end only; may tell the sink last lines, and says why the
   *     following broke off, or nothing
   */
  public void end(Supplier<Optional<ExecutorException>> verdict) {
    telling.lock();
    try {
      if (!over) {
        over = true;
        sink.ended(verdict.get());
      }
    } finally {
      telling.unlock();
      ended.countDown();
    }
  }

  /**
   * Waits until the delivery is ended.
   *
   * @return whether that happened within {@code atMost}
   */
  public boolean await(Duration atMost) throws InterruptedException {
    return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }
}
