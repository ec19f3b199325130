package dev.otters.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Closes connections that make no progress for too long. Writes have no timeout of their own. */
final class StallWatch {
  private static final ScheduledExecutorService CLOCK = clock();

  private final Duration patience;
  private final String failure;

  StallWatch(Duration patience) {
    this(patience, "no data was accepted for ");
  }

  private StallWatch(Duration patience, String failure) {
    this.patience = patience;
    this.failure = failure;
  }

  /** Returns a clock that forgets a check at its end: each request has two, for minutes. */
  private static ScheduledExecutorService clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("http-stalls").factory());
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  static void after(Duration delay, Runnable task) {
    Future<?> unused = CLOCK.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Watches a connection until the guard is closed. */
  Guard over(HttpConnection connection) {
    return new Guard(connection::close);
  }

  /** Runs work with a deadline for all of it, however small its steps are. */
  static <T> T within(Duration time, HttpConnection connection, Work<T> work) throws IOException {
    return within(time, "no response began within ", connection::close, work);
  }

  /**
   * Runs work with a deadline for all of it.
   *
   * @param failure the beginning of the message, which the time completes
   * @param close makes the work fail
   */
  static <T> T within(Duration time, String failure, Runnable close, Work<T> work)
      throws IOException {
    Guard guard = new StallWatch(time, failure).new Guard(close);
    try (guard) {
      return work.run();
    } catch (SocketTimeoutException e) {
      throw new HttpStall(failure + Shown.of(time), e);
    } catch (IOException e) {
      guard.check();
      throw e;
    }
  }

  /** Work that reads from a connection. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /** Learns of every step, and closes the connection when none comes. */
  final class Guard implements AutoCloseable {
    private final Runnable close;
    private final Future<?> check;
    private volatile long last = System.nanoTime();
    private volatile boolean stalled;

    private Guard(Runnable close) {
      this.close = close;
      long period = Math.max(1, patience.toMillis() / 4);
      this.check = CLOCK.scheduleWithFixedDelay(this::look, period, period, TimeUnit.MILLISECONDS);
    }

    void progress() {
      last = System.nanoTime();
    }

    /** Throws if the connection was closed because it stalled. */
    void check() throws IOException {
      if (stalled) {
        throw new HttpStall(failure + Shown.of(patience), new SocketTimeoutException());
      }
    }

    @Override
    public void close() {
      boolean unused = check.cancel(false);
    }

    private void look() {
      if (System.nanoTime() - last > patience.toNanos()) {
        stalled = true;
        close.run();
      }
    }
  }
}
