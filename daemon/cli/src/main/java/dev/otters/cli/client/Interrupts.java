package dev.otters.cli.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs actions when the user presses Ctrl-C. */
public interface Interrupts {
  /**
   * Runs an action at an interrupt, until the returned handle is closed.
   *
   * @param wait the time that the interrupted work then has to close the handle
   */
  Handle handle(Runnable action, Duration wait);

  /** Stops handling interrupts. */
  interface Handle extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Handles the interrupts of this process. The virtual machine ends after the action has run and
   * the handle was closed, or the wait is over.
   */
  static Interrupts ofProcess() {
    return (action, wait) -> {
      CountDownLatch closed = new CountDownLatch(1);
      Thread hook = new Thread(() -> end(action, closed, wait), "interrupt");
      Runtime.getRuntime().addShutdownHook(hook);
      return () -> {
        closed.countDown();
        remove(hook);
      };
    };
  }

  private static void end(Runnable action, CountDownLatch closed, Duration wait) {
    action.run();
    try {
      var _ = closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The virtual machine is ending, and the hook runs.
    }
  }
}
