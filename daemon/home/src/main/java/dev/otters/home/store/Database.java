package dev.otters.home.store;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The daemon's database: one SQLite file, mode 0600, write-ahead log, every commit synced to the
 * disk before it returns. One transaction writes at a time; readers see the last committed state
 * and hold nobody up. Safe for use by any thread, but not from within a transaction: work that is
 * given a {@link Tx} uses only that.
 */
public final class Database implements AutoCloseable {
  private static final int READERS = 3;

  private final Worker writer;
  private final List<Worker> readers;
  private final AtomicInteger nextReader = new AtomicInteger();

  private Database(Worker writer, List<Worker> readers) {
    this.writer = writer;
    this.readers = readers;
  }

  /**
   * Opens the file, makes it where there is none, and brings its schema up to date.
   *
   * @throws StoreException if the file is damaged, lies on a network filesystem or has a schema
   *     that is not known
   */
  public static Database open(Path file) {
    return open(file, Migration.all());
  }

  static Database open(Path file, List<Migration> migrations) {
    Connections connections = new Connections(file);
    Worker writer = new Worker("store-writer", connections::writer);
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
    List<Worker> readers =
        IntStream.range(0, READERS)
            .mapToObj(i -> new Worker("store-reader-" + i, connections::reader))
            .toList();
    return new Database(writer, readers);
  }

  /**
   * Runs the work in a write transaction and returns its result when all of it is durable. If the
   * work throws, nothing of it is stored and the exception is passed on.
   */
  public <T> T write(Function<Tx, T> work) {
    return writer.run(work::apply);
  }

  /** Runs work without a result in a write transaction; see {@link #write}. */
  public void update(Consumer<Tx> work) {
    write(
        tx -> {
          work.accept(tx);
          return true;
        });
  }

  /**
   * Runs the work on one consistent view of the database. It must be short: it delays other
   * readers.
   */
  public <T> T read(Function<Rows, T> work) {
    int turn = Math.floorMod(nextReader.getAndIncrement(), readers.size());
    return readers.get(turn).run(work::apply);
  }

  /**
   * Waits for running work and closes the file; what is asked afterwards fails with {@code CLOSED}.
   */
  @Override
  public void close() {
    readers.forEach(Worker::close);
    writer.close();
  }
}
