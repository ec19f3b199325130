package dev.otters.server.http;

import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.server.problem.Problems;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the event streams of all clients, and ends them when the daemon stops or their token is
 * removed. Each runs on the thread of its connection, so that a client that does not read delays no
 * other.
 */
final class OpenStreams {
  private static final Logger LOGGER = LoggerFactory.getLogger(OpenStreams.class);

  private static final Duration GRACE = Duration.ofSeconds(1);

  /** The open streams, each with the id of its token. */
  private final Map<SseStream, String> streams = new HashMap<>();

  private boolean closed;

  /**
   * The permission of a client to watch.
   *
   * @param token the id of its token
   * @param check throws if the token is not valid any more
   */
  record Permission(String token, Runnable check) {}

  /** Answers with a stream. Returns when it has ended. */
  void send(
      ServerResponse response, Duration heartbeat, Permission permission, Reply.Source source) {
    response.status(200);
    response.header(HeaderNames.CONTENT_TYPE, "text/event-stream");
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
    try (OutputStream out = response.outputStream()) {
      SseStream stream = new SseStream(out, heartbeat);
      enter(stream, permission.token());
      try {
        run(stream, permission, source);
      } finally {
        leave(stream);
      }
      if (stream.endsConnection() && response instanceof RoutingResponse answer) {
        answer.commit();
        throw new CloseConnectionException("the client sends more than it may");
      }
    } catch (IOException | InterruptedException e) {
      LOGGER
          .atDebug()
          .addKeyValue("why", e.getMessage())
          .log("A client disconnected from its stream");
      throw new CloseConnectionException("the client left", e);
    }
  }

  /** Returns the number of open streams. */
  synchronized int size() {
    return streams.size();
  }

  private static void run(SseStream stream, Permission permission, Reply.Source source)
      throws IOException, InterruptedException {
    try {
      stream.beat();
      // The token may have been removed between the check of the request and the start of the
      // stream.
      permission.check().run();
      source.send(stream);
    } catch (InterruptedException e) {
      stream.event(Streams.ERROR, stream.stopped().orElseGet(Problems::shuttingDown));
    } catch (RuntimeException e) {
      stream.event(Streams.ERROR, stream.stopped().orElseGet(() -> Problems.of(e)));
    }
  }

  private synchronized void enter(SseStream stream, String token) {
    streams.put(stream, token);
    if (closed) {
      stream.stop(Problems.shuttingDown());
    }
  }

  /** Ends the streams of a token that was removed. */
  synchronized void end(String token) {
    Problem problem = Problems.unauthenticated("the token was removed");
    streams.forEach(
        (stream, its) -> {
          if (its.equals(token)) {
            stream.stop(problem);
          }
        });
  }

  /** Clears the interrupt, since the end of the answer is still to be written. */
  private synchronized void leave(SseStream stream) {
    streams.remove(stream);
    boolean unused = Thread.interrupted();
    notifyAll();
  }

  /** Ends all streams, and those that start later. Aborts those whose clients do not read. */
  synchronized void close() {
    closed = true;
    streams.keySet().forEach(stream -> stream.stop(Problems.shuttingDown()));
    long end = System.nanoTime() + GRACE.toNanos();
    try {
      for (long left = GRACE.toNanos();
          !streams.isEmpty() && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    streams.keySet().forEach(SseStream::abort);
  }
}
