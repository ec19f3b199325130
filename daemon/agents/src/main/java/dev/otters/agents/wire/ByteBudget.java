package dev.otters.agents.wire;

import dev.otters.protocol.Protocol;
import java.util.concurrent.Semaphore;

/** Limits the memory of the large messages of all connections. Small messages are free. */
final class ByteBudget {
  /** The size up to which a message is free, so that control messages never wait. */
  static final int FREE_BYTES = 64 * 1024;

  private final int limit;
  private final Semaphore bytes;

  /** Creates a budget that admits at least one line of the greatest length. */
  ByteBudget(long limit) {
    this.limit = Math.clamp(limit, Protocol.MAX_LINE_BYTES, Integer.MAX_VALUE);
    this.bytes = new Semaphore(this.limit, true);
  }

  /** Waits until a message fits, and returns the number of bytes to release. */
  int take(int length) throws InterruptedException {
    if (length <= FREE_BYTES) {
      return 0;
    }
    int taken = Math.min(length, limit);
    bytes.acquire(taken);
    return taken;
  }

  /** Returns how many messages wait. */
  int waiting() {
    return bytes.getQueueLength();
  }

  void release(int taken) {
    bytes.release(taken);
  }
}
