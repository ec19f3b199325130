package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connection that writes, and its platform thread: a virtual one would keep its carrier while
 * the disk works. Callers wait for the end even when they are interrupted: otherwise a committed
 * change could look undone.
 */
final class Writer implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("store-writer").factory());
  private final Transactions transactions;

  Writer(Supplier<Connection> open) {
    try {
      transactions = call(() -> new Transactions(open.get()));
    } catch (RuntimeException e) {
      thread.shutdown();
      throw e;
    }
  }

  <T> T run(Function<Transaction, T> work) {
    Transactions.requireNone();
    return call(() -> transactions.run(work));
  }

  private <T> T call(Supplier<T> task) {
    try {
      return CompletableFuture.supplyAsync(task, thread).join();
    } catch (RejectedExecutionException e) {
      throw new StoreException(Reason.CLOSED, "the database is closed", e);
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  /** Waits for earlier calls, then closes the connection. Later calls are rejected. */
  @Override
  public void close() {
    thread.close();
    transactions.close();
  }
}
