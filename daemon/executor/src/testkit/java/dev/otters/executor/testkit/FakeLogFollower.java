package dev.otters.executor.testkit;

import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Follows a fake sandbox's lines on a thread of its own. */
final class FakeLogFollower implements LogFollower {
  private final FakeSandbox sandbox;
  private final Instant since;
  private final LogSink sink;
  private final ReentrantLock telling = new ReentrantLock();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread = Thread.ofVirtual().unstarted(this::follow);
  private boolean over;

  private FakeLogFollower(FakeSandbox sandbox, Instant since, LogSink sink) {
    this.sandbox = sandbox;
    this.since = since;
    this.sink = sink;
  }

  static FakeLogFollower start(FakeSandbox sandbox, Instant since, LogSink sink) {
    FakeLogFollower follower = new FakeLogFollower(sandbox, since, sink);
    follower.thread.start();
    return follower;
  }

  private void follow() {
    try {
      int known = 0;
      Optional<LogLine> line = sandbox.line(known);
      while (line.isPresent()) {
        tell(line.get());
        line = sandbox.line(++known);
      }
      end();
    } catch (InterruptedException e) {
      end();
    }
  }

  private void tell(LogLine line) {
    telling.lock();
    try {
      if (!over && line.at().isAfter(since)) {
        sink.line(line);
      }
    } finally {
      telling.unlock();
    }
  }

  private void end() {
    telling.lock();
    try {
      if (!over) {
        over = true;
        sink.ended(Optional.empty());
      }
    } finally {
      telling.unlock();
      ended.countDown();
    }
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    end();
    thread.interrupt();
  }
}
