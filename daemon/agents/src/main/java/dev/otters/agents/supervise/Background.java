package dev.otters.agents.supervise;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work that nobody waits for, each on a thread of its own, until it is closed. */
public final class Background implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Background.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("agents-", 0).factory());

  /**
   * Runs work soon; work that comes after the end is dropped.
   *
   * @param what what the work is, for the log
   * @param work what to do; what it throws is logged
   * @return is complete when the work is done, in whatever way
   */
  CompletableFuture<Void> run(String what, Runnable work) {
    try {
      return CompletableFuture.runAsync(
          () -> {
            try {
              work.run();
            } catch (RuntimeException e) {
              LOGGER
                  .atError()
                  .addKeyValue("work", what)
                  .setCause(e)
                  .log("Work in the background failed");
            }
          },
          threads);
    } catch (RejectedExecutionException e) {
      LOGGER.atDebug().addKeyValue("work", what).log("Dropped, the daemon stops");
      return CompletableFuture.completedFuture(null);
    }
  }

  /**
   * Runs work soon, and waits for nothing; as {@link #run}.
   *
   * @param what what the work is, for the log
   * @param work what to do; what it throws is logged
   */
  void start(String what, Runnable work) {
    var unused = run(what, work);
  }

  /**
   * Takes no more work, interrupts what runs, and waits for it, but not for ever: what still takes
   * sandboxes and sockets away would otherwise take those of the next daemon.
   */
  @Override
  public void close() {
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOGGER.atWarn().log("Work in the background goes on although the daemon stops");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
