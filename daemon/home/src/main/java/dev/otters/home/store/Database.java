package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The daemon's database: one SQLite file with mode 0600 and a write-ahead log. Every commit is on
 * the disk before it returns. Transactions write one at a time; readers see the last committed
 * state and block no writer. Safe for use by any thread, but not from within a transaction: code
 * that receives a {@link Tx} uses only that.
 */
public final class Database implements AutoCloseable {
  private final Reserve reserve;
  private final Writer writer;
  private final Readers readers;
  private final Lock reserved = new ReentrantLock();

  private Database(Reserve reserve, Writer writer, Readers readers) {
    this.reserve = reserve;
    this.writer = writer;
    this.readers = readers;
  }

  /**
   * Opens the file, creates it if it is missing, and updates its schema.
   *
   * @throws StoreException if the file is damaged, is on a network file system or has an unknown
   *     schema
   */
  public static Database open(Path file) {
    return open(file, Migration.all());
  }

  static Database open(Path file, List<Migration> migrations) {
    return open(file, migrations, writing -> writing);
  }

  /** Opens the file as above, with something between it and the connection that writes. */
  static Database open(Path file, List<Migration> migrations, UnaryOperator<Connection> between) {
    Reserve reserve = Reserve.of(file);
    Connections connections = new Connections(file);
    Writer writer = new Writer(() -> between.apply(connections.writer()));
    try {
      writer.run(
          tx -> {
            new Migrator(migrations).migrate(tx);
            return true;
          });
    } catch (RuntimeException e) {
      writer.close();
      throw e;
    }
    return new Database(reserve, writer, new Readers(connections::reader));
  }

  /**
   * Runs the work in a write transaction and returns its result once it is durable. If the work
   * throws, the transaction is rolled back and the exception passed on. On a full disk the work
   * runs again with space from the reserve.
   */
  public <T> T write(Function<Tx, T> work) {
    try {
      return writeWithoutReserve(work);
    } catch (StoreException e) {
      if (!e.full()) {
        throw e;
      }
      return writeWithReserve(work, e);
    }
  }

  /** Runs the work as {@link #write} does, but throws {@code FULL} on a full disk. */
  public <T> T writeWithoutReserve(Function<Tx, T> work) {
    return writer.run(work::apply);
  }

  /** Work that waits for the next write. */
  @FunctionalInterface
  public interface Deferred {
    /**
     * Waits until the work is durable. Commits it now if no write has taken it along.
     *
     * @throws StoreException if it could not be stored; {@code FULL} on a full disk
     */
    void await();
  }

  /**
   * Adds work to the commit of the next write, or of {@link Deferred#await} if that comes first. No
   * later write is durable before it. It must announce nothing and must not fail.
   */
  public Deferred defer(Consumer<Tx> work) {
    Work<Boolean> deferred =
        writer.defer(
            tx -> {
              work.accept(tx);
              return true;
            });
    return () -> {
      boolean unused = writer.await(deferred);
    };
  }

  /** Runs one work at a time with space from the reserve: others would take it back meanwhile. */
  private <T> T writeWithReserve(Function<Tx, T> work, StoreException full) {
    StoreException last = full;
    reserved.lock();
    try {
      while (reserve.release()) {
        try {
          return writer.run(work::apply);
        } catch (StoreException e) {
          if (!e.full()) {
            throw e;
          }
          last = e;
        }
      }
      throw last;
    } finally {
      reserve.fill();
      reserved.unlock();
    }
  }

  /**
   * Runs work that only adds data in a write transaction, without the reserve. Throws {@code FULL}
   * while the reserve is incomplete.
   */
  public <T> T add(Function<Tx, T> work) {
    if (!reserve.complete()) {
      throw new StoreException(Reason.FULL, "the disk is full");
    }
    return writer.run(work::apply);
  }

  /** Refills the reserve after the daemon has started. */
  public void fillReserve() {
    reserve.fill();
  }

  /** Runs work without a result in a write transaction, as {@link #write} does. */
  public void update(Consumer<Tx> work) {
    write(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  /**
   * Runs the work on a consistent snapshot of the database. The work must be short, since it delays
   * other readers.
   */
  public <T> T read(Function<Rows, T> work) {
    return readers.run(work::apply);
  }

  /**
   * Runs work as {@link #read} does that may take long, such as reading a whole table. Other such
   * work waits for it, and short reads do not.
   */
  public <T> T readLong(Function<Rows, T> work) {
    return readers.runLong(work::apply);
  }

  /** Waits for running work and closes the file. Later calls throw {@code CLOSED}. */
  @Override
  public void close() {
    readers.close();
    writer.close();
  }
}
