package dev.otters.executor.system.output;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells one sink the lines of one sandbox, those that are kept and those that come. */
public final class LineFollower implements LogFollower {
  private static final Logger LOG = LoggerFactory.getLogger(LineFollower.class);

  private final Source source;
  private final Path folder;
  private final Instant since;
  private final LogDelivery delivery;
  private final Thread thread;

  /** A sandbox that prints lines. */
  public interface Source {
    /** Tells whether no more lines come. */
    boolean isOver();

    /**
     * Waits for lines after a place, or for the end.
     *
     * @return where the lines end now
     */
    LineStore.Place awaitLines(LineStore.Place after) throws InterruptedException;
  }

  private LineFollower(Source source, Path folder, Instant since, LogSink sink) {
    this.source = source;
    this.folder = folder;
    this.since = since;
    this.delivery = new LogDelivery(sink);
    this.thread = Thread.ofVirtual().name("lines").unstarted(this::run);
  }

  /**
   * Starts to follow a sandbox.
   *
   * @param folder where its lines are kept
   */
  public static LineFollower start(Source source, Path folder, Instant since, LogSink sink) {
    LineFollower follower = new LineFollower(source, folder, since, sink);
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
      boolean last = source.isOver();
      LineStore.Place until = source.awaitLines(at);
      LineStore.Batch batch = LineStore.read(folder, at, until);
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
