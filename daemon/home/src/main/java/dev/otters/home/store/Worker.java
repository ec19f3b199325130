package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection with the one platform thread that uses it, so that no virtual thread is ever
 * pinned in SQLite. Whoever asks waits for the end even when interrupted: what was committed is
 * never taken for undone.
 */
final class Worker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final ExecutorService thread;
  private final Connection connection;
  private final Statements statements;

  private static final class StoreThread extends Thread {
    StoreThread(Runnable task, String name) {
      super(task, name);
      setDaemon(true);
    }
  }

  Worker(String name, Supplier<Connection> open) {
    thread = Executors.newSingleThreadExecutor(task -> new StoreThread(task, name));
    try {
      connection = call(open);
      statements = new Statements(connection);
    } catch (RuntimeException e) {
      thread.shutdown();
      throw e;
    }
  }

  <T> T run(Function<Transaction, T> work) {
    return call(() -> transaction(work));
  }

  private <T> T call(Supplier<T> task) {
    if (Thread.currentThread() instanceof StoreThread) {
      throw new IllegalStateException("a transaction inside a transaction");
    }
    try {
      return CompletableFuture.supplyAsync(task, thread).join();
    } catch (RejectedExecutionException e) {
      throw new StoreException(Reason.CLOSED, "the database was closed", e);
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }

  private <T> T transaction(Function<Transaction, T> work) {
    Transaction transaction = new Transaction(statements);
    T result;
    try {
      result = work.apply(transaction);
      connection.commit();
    } catch (SQLException e) {
      rollback(e);
      throw Failures.of(e);
    } catch (RuntimeException | Error e) {
      rollback(e);
      throw e;
    }
    transaction.committed().forEach(Worker::notifyCommitted);
    return result;
  }

  private void rollback(Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
      begin(reason);
    }
  }

  /**
   * Begins anew where SQLite has ended a transaction by itself, as on a full disk: the driver does
   * not see that, and every later commit would fail after its statements took effect. Fails, and
   * changes nothing, where there still is a transaction.
   */
  private void begin(Throwable reason) {
    try (Statement statement = connection.createStatement()) {
      boolean unused = statement.execute("BEGIN");
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  private static void notifyCommitted(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("a task after a commit failed");
    }
  }

  /**
   * Waits for what was asked before, then closes the connection; what is asked later is refused.
   */
  @Override
  public void close() {
    thread.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }
}
