package dev.otters.executor;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Delivers lines to a sink until the delivery ends, which the sink learns once. Any thread may end
 * it, even the sink's own while it handles a line.
 */
public final class LogDelivery {
  private final LogSink sink;
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean over;

  /** Starts a delivery. */
  public LogDelivery(LogSink sink) {
    this.sink = sink;
  }

  /** Delivers one line, unless the delivery has ended. */
  public void line(LogLine line) {
    unlessOver(() -> sink.line(line));
  }

  /**
   * Runs something that delivers lines, unless the delivery has ended. No other thread ends it
   * meanwhile.
   */
  public synchronized void unlessOver(Runnable work) {
    if (!over) {
      work.run();
    }
  }

  /** Ends the delivery as complete. The sink receives no lines after the return. */
  public void end() {
    end(Optional::empty);
  }

  /**
   * Ends the delivery. The sink receives no lines after the return.
   *
   * @param verdict runs once, for the first end; may deliver last lines, and returns the reason why
   *     the output broke off, if any
   */
  public synchronized void end(Supplier<Optional<ExecutorException>> verdict) {
    try {
      if (!over) {
        over = true;
        sink.ended(verdict.get());
      }
    } finally {
      ended.countDown();
    }
  }

  /**
   * Waits until the delivery has ended.
   *
   * @return whether it ended within {@code atMost}
   */
  public boolean await(Duration atMost) throws InterruptedException {
    return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }
}
