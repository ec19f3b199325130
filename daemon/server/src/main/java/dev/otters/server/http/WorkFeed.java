package dev.otters.server.http;

import dev.otters.api.Problem;
import dev.otters.oci.Progress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Passes the progress of an operation to its client. The operation never waits: the feed keeps only
 * the newest progress of each item and phase, and the newest of many items.
 */
final class WorkFeed implements Progress {
  private static final int MOST_WAITING = 256;

  /** An item for the client. */
  sealed interface Item {
    /** Progress. */
    record Step(dev.otters.api.Progress progress) implements Item {}

    /** The result, which is the last item. */
    record Result(Object result) implements Item {}

    /** The failure, which is the last item. */
    record Failed(Problem problem) implements Item {}
  }

  private record Key(String item, String phase) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Key, dev.otters.api.Progress> waiting = new LinkedHashMap<>();
  private @Nullable Item end;
  private volatile boolean left;

  @Override
  public boolean isWatched() {
    return !left;
  }

  /** Called when the client has gone away. */
  void leave() {
    left = true;
  }

  @Override
  public void update(String item, long done, long total, String phase) {
    lock.lock();
    try {
      waiting.put(
          new Key(item, phase),
          new dev.otters.api.Progress(item, phase, Math.max(0, done), Math.max(0, total)));
      if (waiting.size() > MOST_WAITING) {
        waiting.remove(waiting.keySet().iterator().next());
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end(Item last) {
    lock.lock();
    try {
      end = last;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the next item, the end after all progress; empty if none came in time. */
  Optional<Item> next(Duration patience) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = patience.toNanos();
      while (waiting.isEmpty() && end == null && left > 0) {
        left = changed.awaitNanos(left);
      }
      if (waiting.isEmpty()) {
        return Optional.ofNullable(end);
      }
      Key first = waiting.keySet().iterator().next();
      return Optional.ofNullable(waiting.remove(first)).map(Item.Step::new);
    } finally {
      lock.unlock();
    }
  }
}
