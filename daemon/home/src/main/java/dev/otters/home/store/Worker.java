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
 * A connection and the platform thread that uses it, so that SQLite never pins a virtual thread.
 * Callers wait for the end even when they are interrupted: otherwise a committed change could look
 * undone.
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
      throw new IllegalStateException("a transaction must not start another one");
    }
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
   * Begins a new transaction if SQLite has ended the last one by itself, as it does on a full disk.
   * The driver does not notice that, and later commits would fail although their statements took
   * effect. Changes nothing if a transaction is still open.
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
      LOG.atError().setCause(e).log("A task after a commit failed");
    }
  }

  /** Waits for earlier calls, then closes the connection. Later calls are rejected. */
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
