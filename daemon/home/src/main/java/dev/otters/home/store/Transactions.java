package dev.otters.home.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that reads, and its transactions, one at a time. Used by one thread at a time. */
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

  /** Runs a part of a transaction. */
  static <T> T within(Supplier<T> part) {
    BUSY.set(true);
    try {
      return part.get();
    } finally {
      BUSY.remove();
    }
  }

  <T> T run(Function<Transaction, T> work) {
    return within(() -> transaction(work));
  }

  private <T> T transaction(Function<Transaction, T> work) {
    try {
      T result = work.apply(new Transaction(statements, Optional.empty()));
      connection.commit();
      return result;
    } catch (SQLException e) {
      rollback(e);
      throw Failures.of(e);
    } catch (RuntimeException | Error e) {
      rollback(e);
      throw e;
    }
  }

  private void rollback(Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }

  /** Runs a task after a commit. Its failure is logged, since the commit stands. */
  static void notifyCommitted(Runnable task) {
    try {
      boolean unused =
          within(
              () -> {
                task.run();
                return true;
              });
    } catch (RuntimeException | Error e) {
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
