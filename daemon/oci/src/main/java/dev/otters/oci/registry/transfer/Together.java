package dev.otters.oci.registry.transfer;

import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * Runs a task for many items, several at once. The first failure or an interrupt of the caller ends
 * all tasks.
 */
final class Together {
  /** The number of tasks at once. More are not faster, and each uses a connection and a file. */
  private static final int AT_ONCE = 4;

  /** Platform threads: sending a file to a socket would pin the carrier of a virtual thread. */
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("registry-", 0).factory();

  private Together() {}

  /** Returns the failure of an interrupted transfer, and restores the interrupt. */
  static OciException interrupted(String transfer, String remedy, Exception cause) {
    Thread.currentThread().interrupt();
    return new OciException(
        Reason.UNREACHABLE, "the " + transfer + " was interrupted", remedy, cause);
  }

  /**
   * Returns when all tasks are done. After a failure it waits until no task is running.
   *
   * @throws InterruptedException if the caller is interrupted
   */
  static <T> void each(List<T> things, Consumer<T> work) throws InterruptedException {
    if (things.isEmpty()) {
      return;
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.min(AT_ONCE, things.size()), THREADS);
    try {
      ExecutorCompletionService<T> done = new ExecutorCompletionService<>(threads);
      things.forEach(thing -> done.submit(() -> work.accept(thing), thing));
      for (int i = 0; i < things.size(); i++) {
        T _ = done.take().get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
      threads.close();
    }
  }
}
