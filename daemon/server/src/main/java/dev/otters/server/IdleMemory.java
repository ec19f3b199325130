package dev.otters.server;

import dev.otters.home.time.Time;
import java.time.Duration;

/**
 * Returns the memory of past load to the system. The collector alone keeps garbage until the heap
 * is full, which does not happen in an idle daemon.
 */
final class IdleMemory implements AutoCloseable {
  static final Duration PERIOD = Duration.ofSeconds(15);

  /** An idle daemon allocates less than this in a period. */
  private static final long QUIET = 4L << 20;

  /** The smallest amount that is worth a collection. */
  private static final long WORTHWHILE = 16L << 20;

  private final Heap heap;
  private final Time time;
  private long used;
  private long rest;
  private boolean closed;

  /** The memory of a virtual machine. */
  interface Heap {
    /** Returns the bytes of all objects, garbage included. */
    long used();

    /** Collects garbage and returns free memory to the system. */
    void collect();
  }

  /** The memory of this virtual machine. */
  private enum OwnHeap implements Heap {
    INSTANCE;

    @Override
    public long used() {
      return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Override
    public void collect() {
      System.gc();
    }
  }

  private IdleMemory(Heap heap, Time time) {
    this.heap = heap;
    this.time = time;
  }

  /** Watches the memory of this virtual machine until the result is closed. */
  static IdleMemory start(Time time) {
    return start(OwnHeap.INSTANCE, time);
  }

  static IdleMemory start(Heap heap, Time time) {
    IdleMemory memory = new IdleMemory(heap, time);
    memory.waitForRest();
    return memory;
  }

  private synchronized void waitForRest() {
    if (!closed) {
      time.after(PERIOD, this::look);
    }
  }

  private void look() {
    long before = used;
    used = heap.used();
    if (Math.abs(used - before) < QUIET && used > rest + WORTHWHILE) {
      heap.collect();
      used = heap.used();
      rest = used;
    }
    waitForRest();
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
