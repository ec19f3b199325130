package dev.otters.home.store;

import java.sql.Connection;
import java.util.function.Function;
import java.util.function.Supplier;

/** The connection that writes, and its thread. */
final class Writer implements AutoCloseable {
  private final StoreThread thread = new StoreThread("store-writer");
  private final Transactions transactions;

  Writer(Supplier<Connection> open) {
    try {
      transactions = thread.call(() -> new Transactions(open.get()));
    } catch (RuntimeException e) {
      thread.close();
      throw e;
    }
  }

  <T> T run(Function<Transaction, T> work) {
    Transactions.requireNone();
    return thread.call(() -> transactions.run(work));
  }

  /** Waits for earlier calls, then closes the connection. Later calls are rejected. */
  @Override
  public void close() {
    thread.close();
    transactions.close();
  }
}
