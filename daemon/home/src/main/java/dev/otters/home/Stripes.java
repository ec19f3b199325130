package dev.otters.home;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Locks for any number of keys, of which some share one. Thread-safe. */
public final class Stripes {
  private static final int LOCKS = 64;

  private final List<ReentrantLock> locks =
      Stream.generate(ReentrantLock::new).limit(LOCKS).toList();

  /**
   * Work that may fail.
   *
   * @param <X> how it fails
   */
  public interface Work<X extends Exception> {
    /** Does the work. */
    void run() throws X;
  }

  /** Does the work for a key while no other work for this key is done. */
  public <X extends Exception> void run(Object key, Work<X> work) throws X {
    Lock lock = of(key);
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the lock of a key. */
  public Lock of(Object key) {
    return locks.get(Math.floorMod(key.hashCode(), LOCKS));
  }
}
