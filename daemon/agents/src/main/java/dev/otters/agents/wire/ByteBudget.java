package dev.otters.agents.wire;

import dev.otters.protocol.Protocol;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the memory of the large requests of all agents. A request counts from before it is decoded
 * until it is answered. It counts {@value #COST} bytes per byte of its line: for its text, which
 * takes up to two bytes per character, and for the copies that a provider sends. Small messages are
 * free.
 */
public final class ByteBudget {
  /** The size up to which a message is free, so that control messages never wait. */
  static final int FREE_BYTES = 64 * 1024;

  /** The memory that each byte of a line counts. */
  static final int COST = 4;

  private static final int SHARES = 4;

  private final int limit;
  private final Semaphore bytes;
  private final AtomicInteger waiting = new AtomicInteger();

  /** Creates a budget that admits at least one line of the greatest length. */
  public ByteBudget(long limit) {
    this.limit = Math.clamp(limit, COST * Protocol.MAX_LINE_BYTES, Integer.MAX_VALUE);
    this.bytes = new Semaphore(this.limit, true);
  }

  /** Returns the share of one agent. */
  public Share share() {
    return new Share();
  }

  /** Returns how many messages wait. */
  int waiting() {
    return waiting.get();
  }

  /** The share of one agent: a quarter of the budget, or one message if that is larger. */
  public final class Share {
    private final int size = limit / SHARES;
    private final Semaphore own = new Semaphore(size, true);

    /** Waits until a message fits, and returns the number of bytes to release. */
    public int take(int length) throws InterruptedException {
      if (length <= FREE_BYTES) {
        return 0;
      }
      int taken = (int) Math.min((long) COST * length, limit);
      waiting.incrementAndGet();
      try {
        own.acquire(ofOwn(taken));
        acquire(taken);
      } finally {
        waiting.decrementAndGet();
      }
      return taken;
    }

    private void acquire(int taken) throws InterruptedException {
      try {
        bytes.acquire(taken);
      } catch (InterruptedException e) {
        own.release(ofOwn(taken));
        throw e;
      }
    }

    /** Gives back what {@link #take} returned. */
    public void release(int taken) {
      bytes.release(taken);
      own.release(ofOwn(taken));
    }

    private int ofOwn(int taken) {
      return Math.min(taken, size);
    }
  }
}
