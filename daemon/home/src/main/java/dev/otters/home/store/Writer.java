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
    return await(work);
  }

  /** Adds a task that runs before the next one, in the same commit where that is possible. */
  <T> Work<T> defer(Function<Transaction, T> task) {
    Work<T> work = new Work<>(task);
    waiting.add(work);
    return work;
  }

  /** Commits a waiting work, unless that has been done, and returns its result. */
  <T> T await(Work<T> work) {
    Transactions.requireNone();
    if (!work.isDone()) {
      try {
        thread.start(() -> groups.runAll(waiting));
      } catch (StoreException e) {
        // Unless an earlier call has taken it along.
        if (waiting.remove(work)) {
          throw e;
        }
      }
    }
    return work.await();
  }

  /** Finishes the works that wait, then closes the connection. Later calls are rejected. */
  @Override
  public void close() {
    try {
      thread.start(() -> groups.runAll(waiting));
    } catch (StoreException _) {
      // It was closed before.
    }
    thread.close();
    groups.close();
  }
}
