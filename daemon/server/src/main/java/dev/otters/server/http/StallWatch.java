package dev.otters.server.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection on which nothing moves: interrupts the thread that reads from or writes to a
 * client for too long, which closes the connection. Used by the thread that created it.
 */
final class StallWatch implements AutoCloseable {
  private final Thread caller = Thread.currentThread();
  private final CountDownLatch over = new CountDownLatch(1);
  private final long longest;
  private long since;
  private boolean waiting;

  /**
   * Starts to watch.
   *
   * @param longest the longest time for one step
   */
  StallWatch(Duration longest) {
    this.longest = longest.toNanos();
    Thread.ofVirtual().name("stall-watch").start(this::watch);
  }

  private void watch() {
    try {
      while (!over.await(longest / 4, TimeUnit.NANOSECONDS)) {
        check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void check() {
    if (waiting && System.nanoTime() - since > longest) {
      caller.interrupt();
    }
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private <T> T timed(Step<T> step) throws IOException {
    mark(true);
    try {
      return step.run();
    } finally {
      mark(false);
    }
  }

  private synchronized void mark(boolean begins) {
    since = System.nanoTime();
    waiting = begins;
  }

  InputStream watched(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        return timed(in::read);
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return timed(() -> in.read(bytes, offset, length));
      }
    };
  }

  OutputStream watched(OutputStream out) {
    return new FilterOutputStream(out) {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        Integer unused =
            timed(
                () -> {
                  out.write(bytes, offset, length);
                  return length;
                });
      }
    };
  }

  @Override
  public void close() {
    over.countDown();
  }
}
