package dev.otters.cli.turn;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.TextChunk;
import dev.otters.cli.client.Daemon;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SseReader;
import java.io.IOException;

/**
 * Follows the events of a session across restarts of the daemon. Delivers each durable event once.
 */
public final class SessionFollower {
  private final Daemon daemon;
  private final Route route;
  private long last;
  private final RetryPause patience;

  /**
   * Creates a follower.
   *
   * @param route the events of the session
   * @param after the last known event
   * @param patience the pauses while the daemon is lost
   */
  public SessionFollower(Daemon daemon, Route route, long after, RetryPause patience) {
    this.daemon = daemon;
    this.patience = patience;
    this.route = route.with("after", Long.toString(after)).with("follow", "true");
    this.last = after;
  }

  /**
   * Follows until the reader is finished.
   *
   * @throws ApiException when the daemon refuses, or is unreachable for a minute
   */
  public void follow(EventReader reader) {
    while (!reader.finished()) {
      String why = read(reader);
      if (!reader.finished()) {
        String note = patience.pause(why);
        if (note != null) {
          reader.lost(note);
        }
        reader.restarted();
      }
    }
  }

  /** Reads one connection to its end and returns why it ended. */
  private String read(EventReader reader) {
    try (SseReader events = daemon.stream(route, Long.toString(last))) {
      for (SseReader.Event event; !reader.finished() && (event = events.next()) != null; ) {
        patience.reset();
        tell(reader, event);
      }
      return "the stream ended";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (ApiException e) {
      if (e.problem().status() == ErrorCode.SHUTTING_DOWN.status()) {
        return e.problem().title();
      }
      throw e;
    }
  }

  private void tell(EventReader reader, SseReader.Event event) {
    switch (event.name()) {
      case Streams.EVENT -> {
        SessionEvent next = Json.read(event.data(), SessionEvent.class);
        last = next.seq();
        reader.event(next);
      }
      case Streams.DELTA -> reader.delta(Json.read(event.data(), TextChunk.class).text());
      case Streams.SNAPSHOT -> reader.snapshot(Json.read(event.data(), TextChunk.class).text());
      case Streams.NOTE -> reader.note(Json.read(event.data(), TextChunk.class).text());
      case Streams.WAITING -> reader.waiting(Json.read(event.data(), TextChunk.class).text());
      case Streams.RESTARTED -> reader.restarted();
      case Streams.ERROR -> throw new ApiException(Json.read(event.data(), Problem.class));
      default -> {}
    }
  }
}
