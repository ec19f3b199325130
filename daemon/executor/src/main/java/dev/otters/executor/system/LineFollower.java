package dev.otters.executor.system;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells one sink the lines of one sandbox, those that are kept and those that come. */
final class LineFollower implements LogFollower {
  private static final Logger LOG = LoggerFactory.getLogger(LineFollower.class);

  private final Supervised sandbox;
  private final Instant since;
  private final LogDelivery delivery;
  private final Thread thread;

  private LineFollower(Supervised sandbox, Instant since, LogSink sink) {
    this.sandbox = sandbox;
    this.since = since;
    this.delivery = new LogDelivery(sink);
    this.thread = Thread.ofVirtual().name("lines").unstarted(this::run);
  }

  static LineFollower start(Supervised sandbox, Instant since, LogSink sink) {
    LineFollower follower = new LineFollower(sandbox, since, sink);
    follower.thread.start();
    return follower;
  }

  private void run() {
    try {
      follow();
      delivery.end();
    } catch (InterruptedException e) {
      LOG.debug("following was ended", e);
      delivery.end();
    } catch (IOException e) {
      delivery.end(
          () ->
              Optional.of(
                  new ExecutorException(
                      Reason.ENGINE_LOST,
                      "the sandbox's output cannot be read: " + e.getMessage(),
                      "Follow it again.",
                      e)));
    }
  }

  private void follow() throws IOException, InterruptedException {
    LineStore.Place at = LineStore.Place.START;
    while (true) {
      boolean last = sandbox.isOver();
      LineStore.Place until = sandbox.awaitLines(at);
      LineStore.Batch batch = LineStore.read(sandbox.folder().path(), at, until);
      batch.lines().stream().filter(line -> line.at().isAfter(since)).forEach(delivery::line);
      boolean nothing = batch.next().equals(at);
      at = nothing ? until : batch.next();
      if (nothing && last) {
        return;
      }
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
