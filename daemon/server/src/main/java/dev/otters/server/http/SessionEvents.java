package dev.otters.server.http;

import dev.otters.api.Json;
import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.TextChunk;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.Follower;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.StreamItem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Streams a session: each event of its log once, by number, and the live text between them. */
record SessionEvents(SessionService sessions, UUID agent, SessionId session, long after) {
  private static final int PAGE = 200;

  /** The time that a message may wait before its sender learns of it. */
  private static final Duration SOON = Duration.ofMillis(250);

  private static final Duration AGAIN = Duration.ofSeconds(1);

  /**
   * The silence after a turn before the stream is probed. Most clients follow one turn. The first
   * probe makes a client that is gone say so, and the second one fails.
   */
  private static final Duration PROBE = Duration.ofMillis(20);

  private static final int PROBES = 2;

  /** Sends the events of the log, at most so many, and ends. */
  void send(SseStream stream, int limit) throws IOException, InterruptedException {
    long last = after;
    int left = limit;
    List<SessionEvent> page = sessions.events(agent, session, last, Math.min(PAGE, left));
    while (!page.isEmpty()) {
      for (SessionEvent event : page) {
        send(stream, event);
      }
      last = page.getLast().seq();
      left -= page.size();
      page = left > 0 ? sessions.events(agent, session, last, Math.min(PAGE, left)) : List.of();
    }
  }

  /**
   * Sends the events of the log and all later ones, until the session is deleted. While a message
   * waits for its turn, says what for and whenever that changes.
   */
  void follow(SseStream stream) throws IOException, InterruptedException {
    try (Follower follower = sessions.follow(agent, session, after)) {
      Duration patience = SOON;
      Optional<String> told = Optional.empty();
      boolean more = true;
      int probes = 0;
      while (more) {
        Optional<StreamItem> item = follower.next(probes > 0 ? PROBE : patience);
        if (item.isPresent()) {
          more = send(stream, item.get());
          probes = endsTurn(item.get()) ? PROBES : 0;
          continue;
        }
        if (probes > 0) {
          probes--;
          stream.probe();
          continue;
        }
        Optional<String> wait = sessions.waiting(agent, session);
        if (wait.isPresent() && !wait.equals(told)) {
          stream.event(Streams.WAITING, new TextChunk(wait.get()));
        } else {
          stream.beat();
        }
        told = wait;
        patience = wait.isPresent() ? AGAIN : stream.heartbeat();
      }
    }
  }

  private static boolean endsTurn(StreamItem item) {
    return item instanceof StreamItem.Durable(SessionEvent event)
        && event.type() == EventType.TURN_FINISHED;
  }

  /** Returns whether more may come. */
  private static boolean send(SseStream stream, StreamItem item)
      throws IOException, InterruptedException {
    switch (item) {
      case StreamItem.Durable(SessionEvent event) -> send(stream, event);
      case StreamItem.Delta(String text) -> stream.event(Streams.DELTA, new TextChunk(text));
      case StreamItem.Snapshot(String text) -> stream.event(Streams.SNAPSHOT, new TextChunk(text));
      case StreamItem.Note(String text) -> stream.event(Streams.NOTE, new TextChunk(text));
      case StreamItem.Restarted() -> stream.event(Streams.RESTARTED, Map.of());
      case StreamItem.End() -> {
        return false;
      }
    }
    return true;
  }

  private static void send(SseStream stream, SessionEvent event)
      throws IOException, InterruptedException {
    stream.event(event.seq(), Streams.EVENT, shown(event));
  }

  @SuppressWarnings("unchecked") // a JSON object is a map by names
  private static dev.otters.api.session.SessionEvent shown(SessionEvent event) {
    return new dev.otters.api.session.SessionEvent(
        event.seq(),
        event.id(),
        event.type(),
        event.sender().orElse(null),
        event.turn().orElse(null),
        event.createdAt(),
        (Map<String, @Nullable Object>) Json.read(event.body(), Map.class));
  }
}
