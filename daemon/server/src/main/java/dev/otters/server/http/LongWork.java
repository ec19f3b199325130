package dev.otters.server.http;

import dev.otters.api.Progress;
import dev.otters.api.Streams;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does work on a thread of its own and tells the client how far it is, what came of it, or what
 * went wrong. A client that goes away does not end the work.
 */
final class LongWork {
  private static final Logger LOGGER = LoggerFactory.getLogger(LongWork.class);
  private static final Duration ALIVE = Duration.ofSeconds(10);
  private static final Duration BETWEEN_STEPS = Duration.ofMillis(100);
  private static final int MOST_WAITING = 1000;

  /** Is the work. */
  interface Work {
    Object run(dev.otters.oci.Progress progress);
  }

  /** Is what the client is told next. */
  private record News(String name, Object data) {
    boolean last() {
      return !name.equals(Streams.PROGRESS);
    }
  }

  private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
  private final Map<String, Long> told = new ConcurrentHashMap<>();

  private LongWork() {}

  /** Starts the work and answers with its stream of events. */
  static void answer(ServerResponse response, Work work) {
    LongWork running = new LongWork();
    Thread.ofVirtual().name("work").start(() -> running.run(work));
    try (EventSink sink = new EventSink(response)) {
      running.tell(sink);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Work work) {
    try {
      news.add(new News(Streams.RESULT, work.run(this::progress)));
    } catch (RuntimeException | Error e) {
      LOGGER.atInfo().addKeyValue("reason", e.getMessage()).log("Work failed");
      news.add(new News(Streams.ERROR, Problems.of(e)));
    }
  }

  private void tell(EventSink sink) throws InterruptedException {
    boolean last = false;
    while (!last) {
      @Nullable News next = news.poll(ALIVE.toMillis(), TimeUnit.MILLISECONDS);
      if (next == null) {
        sink.alive();
      } else {
        sink.send(next.name(), next.data());
        last = next.last();
      }
    }
  }

  /** Passes on the first and the last step of each thing, and not too many between. */
  private void progress(String item, long done, long total, String phase) {
    String key = phase + " " + item;
    long now = System.nanoTime();
    Long before = told.get(key);
    boolean due = before == null || now - before >= BETWEEN_STEPS.toNanos() || done == total;
    if (due && news.size() < MOST_WAITING) {
      told.put(key, now);
      news.add(
          new News(
              Streams.PROGRESS, new Progress(item, phase, Math.max(0, done), Math.max(0, total))));
    }
  }
}
