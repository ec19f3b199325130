package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * A platform thread for work that a virtual thread must not do, since it would keep its carrier
 * while SQLite works. Callers wait for the end even when they are interrupted: otherwise a
 * committed change could look undone.
 */
final class StoreThread implements AutoCloseable {
  private final ExecutorService thread;

  StoreThread(String name) {
    thread = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /** Runs a task after earlier ones. Throws {@code CLOSED} if the thread is closed. */
  void start(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      throw new StoreException(Reason.CLOSED, "the database is closed", e);
    }
  }

  <T> T call(Supplier<T> task) {
    try {
      return CompletableFuture.supplyAsync(task, this::start).join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** Waits for earlier calls. Later ones are rejected. */
  @Override
  public void close() {
    thread.close();
  }
}
