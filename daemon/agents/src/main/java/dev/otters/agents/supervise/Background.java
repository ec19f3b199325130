package dev.otters.agents.supervise;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work that no caller waits for, each piece on its own thread, until it is closed. */
public final class Background implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Background.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("agents-", 0).factory());

  /**
   * Runs work soon. Work that arrives after the close is dropped.
   *
   * @param what names the work in the log
   * @param work the work; an exception it throws is logged
   * @return a future that completes when the work ends or fails
   */
  CompletableFuture<Void> run(String what, Runnable work) {
    try {
      return CompletableFuture.runAsync(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              LOG.atError().addKeyValue("work", what).setCause(e).log("Background work failed");
            }
          },
          threads);
    } catch (RejectedExecutionException e) {
      LOG.atDebug().addKeyValue("work", what).log("Dropped, the daemon stops");
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * Runs work soon without a result; see {@link #run}.
   *
   * @param what names the work in the log
   * @param work the work; an exception it throws is logged
   */
  void start(String what, Runnable work) {
    var unused = run(what, work);
  }

  /**
   * Refuses further work, interrupts running work, and waits for it for a limited time. Work that
   * continued could remove sandboxes and sockets of the next daemon.
   */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.atWarn().log("Background work continues although the daemon stops");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
