package dev.otters.executor.testkit;

import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Follows a fake sandbox's lines on a thread of its own. */
final class FakeLogFollower implements LogFollower {
  private final FakeSandbox sandbox;
  private final Instant since;
  private final LogDelivery delivery;
  private final Thread thread = Thread.ofVirtual().unstarted(this::follow);

  private FakeLogFollower(FakeSandbox sandbox, Instant since, LogSink sink) {
    this.sandbox = sandbox;
    this.since = since;
    this.delivery = new LogDelivery(sink);
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
        line.filter(next -> next.at().isAfter(since)).ifPresent(delivery::line);
        line = sandbox.line(++known);
      }
      delivery.end();
    } catch (InterruptedException e) {
      delivery.end();
    }
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return delivery.await(atMost);
  }

  @Override
  public void close() {
    delivery.end();
    thread.interrupt();
  }
}
