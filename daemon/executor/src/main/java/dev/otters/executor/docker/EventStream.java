package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import dev.otters.executor.docker.engine.EngineConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue of the engine's events about containers and images, up to the end of the stream. */
final class EventStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  private static final int MOST_BYTES = 1 << 20;
  private static final int BARE_EVENT = 1 << 10;

  /** The events of sandboxes and of images, with the names that Docker and Podman give them. */
  private static final String[] ACTIONS = {
    "start",
    "oom",
    "die",
    "died",
    "destroy",
    "remove",
    "delete",
    "untag",
    "tag",
    "load",
    "loadfromarchive",
    "import",
    "pull",
    "prune"
  };

  private final BlockingQueue<Optional<Event>> queue = new LinkedBlockingQueue<>();

  /** The free bytes of the queue. The stream waits for room, and so does the engine. */
  private final Semaphore room = new Semaphore(MOST_BYTES);

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
    event.ifPresent(next -> room.release(size(next)));
    return event;
  }

  /** Returns the number of events that wait to be handled. */
  long waiting() {
    return queue.stream().filter(Optional::isPresent).count();
  }

  @Override
  public void close() {
    try {
      callback.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    room.release(MOST_BYTES); // a callback may wait for it
    end();
  }

  private void end() {
    queue.add(Optional.empty());
  }

  /** Returns the memory of an event, which holds all labels of its container. */
  private static int size(Event event) {
    long size = BARE_EVENT;
    if (event.getActor() != null && event.getActor().getAttributes() != null) {
      for (Map.Entry<String, String> label : event.getActor().getAttributes().entrySet()) {
        size += Character.BYTES * (label.getKey().length() + (long) label.getValue().length());
      }
    }
    return (int) Math.min(size, MOST_BYTES);
  }

  private final class Callback extends ResultCallback.Adapter<Event> {
    @Override
    public void onNext(Event event) {
      try {
        room.acquire(size(event));
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
