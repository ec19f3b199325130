package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.sql.Connection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connections that read. Short work runs on the thread of its caller: a change of threads would
 * take longer. Long work runs on a thread of its own, one after the other, so that it holds no
 * carrier of virtual threads and leaves connections to others. The connection that was used last is
 * the next one, since its cache is the newest.
 */
final class Readers implements AutoCloseable {
  private static final int MOST = 3;

  private final Deque<Transactions> idle = new ConcurrentLinkedDeque<>();
  private final Semaphore places = new Semaphore(MOST);
  private final StoreThread longReads = new StoreThread("store-reader");
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

  <T> T runLong(Function<Transaction, T> work) {
    Transactions.requireNone();
    return longReads.call(() -> run(work));
  }

  /** Rejects later calls, waits for running work, and closes the connections. */
  @Override
  public void close() {
    closed = true;
    longReads.close();
    places.acquireUninterruptibly(MOST);
    places.release(MOST);
    idle.forEach(Transactions::close);
    idle.clear();
  }
}
