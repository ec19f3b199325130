package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import dev.otters.executor.docker.engine.EngineConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue of the engine's events about containers and images, up to the end of the stream. */
final class EventStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  /** The events of sandboxes and of images. */
  private static final String[] ACTIONS = {
    "start", "oom", "die", "destroy", "delete", "untag", "tag", "load", "import", "pull", "prune"
  };

  private final BlockingQueue<Optional<Event>> queue = new LinkedBlockingQueue<>();

  /** Limits the queue to 64 events. The stream waits for room, and so does the engine. */
  private final Semaphore room = new Semaphore(64);

  private final Callback callback = new Callback();

  /**
   * Opens the stream.
   *
   * @param since the time of the first events
   */
  EventStream(EngineConnection engine, Instant since) {
    engine
        .streams()
        .eventsCmd()
        .withEventTypeFilter(EventType.CONTAINER, EventType.IMAGE)
        .withEventFilter(ACTIONS)
        .withSince(Long.toString(since.getEpochSecond()))
        .exec(callback);
  }

  /** Waits for the next event; empty when the stream has ended. */
  Optional<Event> next() throws InterruptedException {
    Optional<Event> event = queue.take();
    event.ifPresent(_ -> room.release());
    return event;
  }

  @Override
  public void close() {
    try {
      callback.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    room.release(); // a callback may wait for it
    end();
  }

  private void end() {
    queue.add(Optional.empty());
  }

  private final class Callback extends ResultCallback.Adapter<Event> {
    @Override
    public void onNext(Event event) {
      try {
        room.acquire();
        queue.add(Optional.of(event));
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        end();
      }
    }

    @Override
    public void onError(Throwable failure) {
      // The template would log an error, but this is expected.
      LOG.debug("The engine's events broke off", failure);
      end();
    }

    @Override
    public void onComplete() {
      super.onComplete();
      end();
    }
  }
}
