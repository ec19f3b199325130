package dev.otters.executor;

import java.time.Duration;
import java.util.Optional;

/** Follows the output of a sandbox on a virtual thread of its own. */
public final class LogFollowerThread implements LogFollower {
  private final LogDelivery delivery;
  private final Thread thread;

  /** Reads lines until the sandbox ends. */
  @FunctionalInterface
  public interface Reading {
    /**
     * Delivers all lines.
     *
     * @return the reason why the output broke off; empty when it is complete
     */
    Optional<ExecutorException> deliver(LogDelivery lines) throws InterruptedException;
  }

  private LogFollowerThread(LogSink sink, Reading reading) {
    this.delivery = new LogDelivery(sink);
    this.thread = Thread.ofVirtual().name("log-follower").unstarted(() -> run(reading));
  }

  /** Starts to deliver lines to a sink. */
  public static LogFollower start(LogSink sink, Reading reading) {
    LogFollowerThread follower = new LogFollowerThread(sink, reading);
    follower.thread.start();
    return follower;
  }

  private void run(Reading reading) {
    try {
      Optional<ExecutorException> broken = reading.deliver(delivery);
      delivery.end(() -> broken);
    } catch (InterruptedException _) {
      delivery.end();
    }
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return delivery.await(atMost);
  }

  @Override
  public void close() {
    delivery.end();
    thread.interrupt();
  }
}
