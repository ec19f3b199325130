package dev.otters.server.http;

import dev.otters.agents.events.AgentEvents;
import dev.otters.agents.events.EventFilter;
import dev.otters.agents.events.EventFollower;
import dev.otters.api.Streams;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The route of what happens to agents. */
public record EventRoutes(AgentEvents events) {
  private static final String TIME = "a time such as 2026-01-31T12:00:00Z";

  /** Returns the route. */
  public static List<Endpoint> of(AgentEvents events) {
    return List.of(Endpoint.get("/v1/events", new EventRoutes(events)::follow));
  }

  private Reply follow(Request request) {
    Optional<Instant> since = request.query("since", TIME, Instant::parse);
    Optional<Instant> until = request.query("until", TIME, Instant::parse);
    if (since.isPresent() && until.filter(since.get()::isAfter).isPresent()) {
      throw Request.invalid("parameter 'until' is before 'since'");
    }
    EventFilter filter =
        new EventFilter(
            request.queries("agent"),
            request.queries("event").stream()
                .map(name -> request.parsed("parameter 'event'", name, names(), EventRoutes::type))
                .collect(Collectors.toSet()),
            request.queries("label"));
    // Begins before the head of the answer, after which the client misses nothing.
    EventFollower follower = events.follow(since, filter);
    return new Reply.Events(stream -> send(follower, until, stream));
  }

  private void send(EventFollower follower, Optional<Instant> until, SseStream stream)
      throws IOException, InterruptedException {
    while (true) {
      Optional<Duration> left = until.map(end -> Duration.between(events.now(), end));
      Duration beat = stream.heartbeat();
      Optional<AgentEvent> next =
          follower.next(left.filter(rest -> rest.compareTo(beat) < 0).orElse(beat));
      if (next.isPresent() && until.filter(next.get().time()::isAfter).isEmpty()) {
        stream.event(Streams.AGENT, next.get());
      } else if (next.isPresent() || left.filter(rest -> !rest.isPositive()).isPresent()) {
        return;
      } else {
        stream.beat();
      }
    }
  }

  private static AgentEventType type(String name) {
    return Arrays.stream(AgentEventType.values())
        .filter(type -> type.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }

  private static String names() {
    return Arrays.stream(AgentEventType.values())
        .map(AgentEventType::toString)
        .collect(Collectors.joining(", ", "one of ", ""));
  }
}
