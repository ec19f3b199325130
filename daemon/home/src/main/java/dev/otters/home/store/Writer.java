package dev.otters.home.store;

import java.sql.Connection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Supplier;

/** The works that wait for the connection that writes, and its thread. */
final class Writer implements AutoCloseable {
  private final StoreThread thread = new StoreThread("store-writer");
  private final Queue<Work<?>> waiting = new ConcurrentLinkedQueue<>();
  private final Groups groups;

  Writer(Supplier<Connection> open) {
    try {
      groups = thread.call(() -> new Groups(open.get()));
    } catch (RuntimeException e) {
      thread.close();
      throw e;
    }
  }

  /** Runs the task in a transaction, and returns its result once it is durable. */
  <T> T run(Function<Transaction, T> task) {
    Transactions.requireNone();
    Work<T> work = new Work<>(task);
    waiting.add(work);
    try {
      thread.start(() -> groups.runNext(waiting));
    } catch (StoreException e) {
      // Unless an earlier call has taken it along.
      if (waiting.remove(work)) {
        throw e;
      }
    }
    return work.await();
  }

  /** Waits for earlier calls, then closes the connection. Later calls are rejected. */
  @Override
  public void close() {
    thread.close();
    groups.close();
  }
}
