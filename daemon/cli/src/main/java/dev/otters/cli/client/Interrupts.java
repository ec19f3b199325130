package dev.otters.cli.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells when the user presses Ctrl-C. */
public interface Interrupts {
  /**
   * Runs an action at an interrupt, until the result is closed.
   *
   * @param wait how long what goes on may then take to end and close the result
   */
  Handle handle(Runnable action, Duration wait);

  /** Ends the handling. */
  interface Handle extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Handles the interrupts of this process: the virtual machine ends, but not before the action has
   * run and the handle was closed, or the wait for that is over.
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
      // The virtual machine ends already, and the hook runs.
    }
  }
}
