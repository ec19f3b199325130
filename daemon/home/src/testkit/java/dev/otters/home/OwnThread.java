package dev.otters.home;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work on a thread of its own, for a test that interrupts it. */
public final class OwnThread {
  private final FutureTask<?> task;
  private final Thread thread;

  private OwnThread(Callable<?> work) {
    task = new FutureTask<>(work);
    thread = Thread.ofVirtual().start(task);
  }

  /** Starts work on a new thread. */
  public static OwnThread start(Callable<?> work) {
    return new OwnThread(work);
  }

  public void interrupt() {
    thread.interrupt();
  }

  /**
   * Waits until the work ends, and returns what it threw.
   *
   * @throws AssertionError when it threw nothing
   * @throws TimeoutException when it does not end
   */
  public Throwable failure(Duration atMost) throws InterruptedException, TimeoutException {
    try {
      task.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      return e.getCause();
    }
    throw new AssertionError("the work was done");
  }
}
