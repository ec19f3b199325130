package dev.otters.home.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection and its transactions, one at a time. Used by one thread at a time. */
final class Transactions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

  /** Whether the thread is in a transaction. */
  private static final ThreadLocal<Boolean> BUSY = ThreadLocal.withInitial(() -> false);

  private final Connection connection;
  private final Statements statements;

  Transactions(Connection connection) {
    this.connection = connection;
    this.statements = new Statements(connection);
  }

  /** Refuses a transaction within another one, for which it would wait. */
  static void requireNone() {
    if (BUSY.get()) {
      throw new IllegalStateException("a transaction must not start another one");
    }
  }

  <T> T run(Function<Transaction, T> work) {
    BUSY.set(true);
    try {
      return transaction(work);
    } finally {
      BUSY.remove();
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
    transaction.committed().forEach(Transactions::notifyCommitted);
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

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }
}
