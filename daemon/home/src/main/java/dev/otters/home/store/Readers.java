package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.sql.Connection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connections that read. Work runs on the thread of its caller: reads are so short that a
 * change of threads would take longer. The connection that was used last is the next one, since its
 * cache is the newest.
 */
final class Readers implements AutoCloseable {
  private static final int MOST = 3;

  private final Deque<Transactions> idle = new ConcurrentLinkedDeque<>();
  private final Semaphore places = new Semaphore(MOST);
  private volatile boolean closed;

  Readers(Supplier<Connection> open) {
    for (int i = 0; i < MOST; i++) {
      idle.add(new Transactions(open.get()));
    }
  }

  <T> T run(Function<Transaction, T> work) {
    Transactions.requireNone();
    places.acquireUninterruptibly();
    try {
      if (closed) {
        throw new StoreException(Reason.CLOSED, "the database is closed");
      }
      Transactions reader = idle.removeFirst();
      try {
        return reader.run(work);
      } finally {
        idle.addFirst(reader);
      }
    } finally {
      places.release();
    }
  }

  /** Rejects later calls, waits for running work, and closes the connections. */
  @Override
  public void close() {
    closed = true;
    places.acquireUninterruptibly(MOST);
    places.release(MOST);
    idle.forEach(Transactions::close);
    idle.clear();
  }
}
