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
 * Does the same with many things, several at once. The first failure, and an interrupt of the
 * caller, ends all of them.
 */
final class Together {
  /** More make no registry faster, and each holds a connection and a file. */
  private static final int AT_ONCE = 4;

  /** Not virtual: sending a file to a socket would hold the thread that carries them. */
  private static final ThreadFactory THREADS =
      Thread.ofPlatform().daemon().name("registry-", 0).factory();

  private Together() {}

  /** Returns the failure of a transfer whose caller was interrupted, and interrupts it again. */
  static OciException interrupted(String transfer, String remedy, Exception cause) {
    Thread.currentThread().interrupt();
    return new OciException(
        Reason.UNREACHABLE, "the " + transfer + " was interrupted", remedy, cause);
  }

  /**
   * Returns when all are done, or after a failure when none is at work any more.
   *
   * @throws InterruptedException when the caller is interrupted
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
