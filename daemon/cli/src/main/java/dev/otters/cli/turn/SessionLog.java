package dev.otters.cli.turn;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.SessionEvent;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SseReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Reads the log of a session to its present end. */
public final class SessionLog {
  private SessionLog() {}

  /** Receives events. */
  @FunctionalInterface
  public interface Reader {
    /** Returns whether to read on. */
    boolean event(SessionEvent event) throws IOException;
  }

  /**
   * Reads the events after a number, one at a time.
   *
   * @throws IOException when the reader fails
   */
  public static void read(Daemon daemon, String agent, String session, long after, Reader reader)
      throws IOException {
    Route route =
        Route.of("agents", agent, "sessions", session, "events")
            .with("after", Long.toString(after));
    try (SseReader events = daemon.stream(route, null)) {
      for (SseReader.Event event; (event = next(daemon, events)) != null; ) {
        if (event.name().equals(Streams.ERROR)) {
          throw new ApiException(Json.read(event.data(), Problem.class));
        }
        if (!reader.event(Json.read(event.data(), SessionEvent.class))) {
          return;
        }
      }
    }
  }

  private static SseReader.@Nullable Event next(Daemon daemon, SseReader events) {
    try {
      return events.next();
    } catch (IOException e) {
      throw daemon.lost(e);
    }
  }
}
