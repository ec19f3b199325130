package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.TextChunk;
import java.io.IOException;

/**
 * Follows the events of a session across restarts of the daemon. Delivers each durable event once.
 */
public final class SessionFollower {
  private final Daemon daemon;
  private final Route route;
  private long last;
  private final RetryPause patience = new RetryPause();

  /** Receives the events of a stream. */
  public interface Listener {
    /** Receives a durable event. */
    void event(SessionEvent event);

    /** Receives the next piece of the running answer. */
    void delta(String text);

    /** Receives the running answer so far. */
    void snapshot(String text);

    /** Receives a note about the running turn, such as what it waits for. */
    void note(String text);

    /** Restarts the text of the answer. */
    void restarted();

    /** Reports a new connection. */
    void reconnected();

    /** Reports that the daemon is unreachable and that the follower waits. */
    void lost(String why);

    /** Returns whether the listener needs no more events. */
    boolean finished();
  }

  /**
   * Creates a follower.
   *
   * @param route the events of the session
   * @param after the last known event
   */
  public SessionFollower(Daemon daemon, Route route, long after) {
    this.daemon = daemon;
    this.route = route.with("after", Long.toString(after)).with("follow", "true");
    this.last = after;
  }

  /**
   * Follows until the listener is finished.
   *
   * @throws ApiException when the daemon refuses, or is unreachable for a minute
   */
  public void follow(Listener listener) {
    while (!listener.finished()) {
      String why = read(listener);
      if (!listener.finished()) {
        String note = patience.pause(why);
        if (note != null) {
          listener.lost(note);
        }
        listener.reconnected();
      }
    }
  }

  /** Reads one connection to its end and returns why it ended. */
  private String read(Listener listener) {
    try (SseReader events = daemon.stream(route, Long.toString(last))) {
      for (SseReader.Event event; !listener.finished() && (event = events.next()) != null; ) {
        patience.reset();
        tell(listener, event);
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

  private void tell(Listener listener, SseReader.Event event) {
    switch (event.name()) {
      case Streams.EVENT -> {
        SessionEvent next = Json.read(event.data(), SessionEvent.class);
        last = next.seq();
        listener.event(next);
      }
      case Streams.DELTA -> listener.delta(Json.read(event.data(), TextChunk.class).text());
      case Streams.SNAPSHOT -> listener.snapshot(Json.read(event.data(), TextChunk.class).text());
      case Streams.NOTE -> listener.note(Json.read(event.data(), TextChunk.class).text());
      case Streams.RESTARTED -> listener.restarted();
      case Streams.ERROR -> throw new ApiException(Json.read(event.data(), Problem.class));
      default -> {}
    }
  }
}
