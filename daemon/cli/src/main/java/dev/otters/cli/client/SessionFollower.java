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
 * Follows the events of a session, also when the daemon restarts meanwhile: each durable event is
 * told once.
 */
public final class SessionFollower {
  private final Daemon daemon;
  private final Route route;
  private long last;
  private final RetryPause patience = new RetryPause();

  /** Is told what the stream says. */
  public interface Listener {
    /** Is told a durable event. */
    void event(SessionEvent event);

    /** Is told the next piece of the text that is being written. */
    void delta(String text);

    /** Is told all of the text that is being written. */
    void snapshot(String text);

    /** Is told a remark about the turn that runs, such as what it waits for. */
    void note(String text);

    /** Is told that the text is written anew. */
    void restarted();

    /** Is told that what follows comes over a new connection. */
    void reconnected();

    /** Is told that the daemon went away and is waited for. */
    void lost(String why);

    /** Returns whether nothing more is wanted. */
    boolean finished();
  }

  /**
   * Makes a follower.
   *
   * @param route the events of the session
   * @param after the last event that is known already
   */
  public SessionFollower(Daemon daemon, Route route, long after) {
    this.daemon = daemon;
    this.route = route.with("after", Long.toString(after)).with("follow", "true");
    this.last = after;
  }

  /**
   * Returns when the listener is finished.
   *
   * @throws ApiException when the daemon refuses, or is away for a minute
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
