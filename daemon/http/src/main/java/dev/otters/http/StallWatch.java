package dev.otters.http;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Closes connections whose server takes nothing for too long: writes know no bound of their own.
 */
final class StallWatch {
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("http-stalls").factory());

  private final Duration patience;
  private final String failure;

  StallWatch(Duration patience) {
    this(patience, "nothing was taken for ");
  }

  private StallWatch(Duration patience, String failure) {
    this.patience = patience;
    this.failure = failure;
  }

  /** Runs a short task later. */
  static void after(Duration delay, Runnable task) {
    Future<?> unused = CLOCK.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Watches until the guard is closed. */
  Guard over(HttpConnection connection) {
    return new Guard(connection::close);
  }

  /** Does work that must end in time as a whole, however small the steps it comes in. */
  static <T> T within(Duration time, HttpConnection connection, Work<T> work) throws IOException {
    return within(time, "its answer had not begun after ", connection::close, work);
  }

  /**
   * Does work that must end in time as a whole.
   *
   * @param failure says what was not there, before how long that was waited for
   * @param close ends what the work waits for
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

  /** Reads from a connection. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws IOException;
  }

  /** Is told of every step. */
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

    /** Fails when the connection was closed because it stalled. */
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
