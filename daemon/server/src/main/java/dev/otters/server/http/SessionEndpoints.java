package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.EventTypes;
import dev.otters.api.Json;
import dev.otters.api.MessageAccepted;
import dev.otters.api.MessageRequest;
import dev.otters.api.SessionEvent;
import dev.otters.api.Streams;
import dev.otters.api.TextChunk;
import dev.otters.server.agent.Agent;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.session.Follower;
import dev.otters.server.session.SessionId;
import dev.otters.server.session.SessionService;
import dev.otters.server.session.StreamItem;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes messages for agents and shows what comes of them. */
final class SessionEndpoints {
  private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
  private static final Duration ALIVE = Duration.ofSeconds(10);
  private static final int PAGE = 200;

  private final AgentKeeper keeper;
  private final SessionService sessions;

  SessionEndpoints(AgentKeeper keeper, SessionService sessions) {
    this.keeper = keeper;
    this.sessions = sessions;
  }

  List<Endpoint> all() {
    return List.of(
        Endpoint.post("/v1/agents/{name}/sessions/{session}/events", this::append),
        Endpoint.get("/v1/agents/{name}/sessions/{session}/events", this::events),
        Endpoint.post("/v1/agents/{name}/sessions/{session}/interrupt", this::interrupt));
  }

  private void append(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    Agent agent = keeper.find(query.path("name"));
    SessionId session = new SessionId(query.path("session"));
    MessageRequest message = query.body(MessageRequest.class);
    check(message);
    long seq =
        sessions.appendUserMessage(
            agent.id(), session, message.id(), message.text(), tx -> keeper.admit(tx, agent.id()));
    Reply.json(response, 202, new MessageAccepted(message.id(), seq, session.value()));
  }

  @SuppressWarnings("ConstantValue") // JSON leaves members out
  private static void check(MessageRequest message) {
    if (message.id() == null
        || message.text() == null
        || !EventTypes.USER_MESSAGE.equals(message.type())) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "a message has an id, the type " + EventTypes.USER_MESSAGE + " and a text",
          "correct the request");
    }
  }

  private void interrupt(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    Agent agent = keeper.find(query.path("name"));
    SessionService.Interruption came =
        sessions.interrupt(agent.id(), new SessionId(query.path("session")));
    Reply.json(response, Map.of("interrupted", came.name().toLowerCase(Locale.ROOT)));
  }

  private void events(ServerRequest request, ServerResponse response) throws InterruptedException {
    Query query = new Query(request);
    Agent agent = keeper.find(query.path("name"));
    SessionId session = new SessionId(query.path("session"));
    long after = after(request, query);
    if (query.flag("follow")) {
      try (Follower follower = sessions.follow(agent.id(), session, after);
          EventSink sink = new EventSink(response)) {
        follow(follower, sink);
      }
    } else {
      past(agent, session, after, response);
    }
  }

  private static long after(ServerRequest request, Query query) {
    Optional<String> last = request.headers().first(LAST_EVENT_ID);
    return last.filter(id -> id.matches("\\d{1,18}"))
        .map(Long::parseLong)
        .orElseGet(() -> query.number("after", 0));
  }

  private void past(Agent agent, SessionId session, long after, ServerResponse response) {
    List<dev.otters.server.session.SessionEvent> page =
        sessions.events(agent.id(), session, after, PAGE);
    try (EventSink sink = new EventSink(response)) {
      while (!page.isEmpty()) {
        page.forEach(event -> send(sink, event));
        page = sessions.events(agent.id(), session, page.getLast().seq(), PAGE);
      }
    }
  }

  private static void follow(Follower follower, EventSink sink) throws InterruptedException {
    while (true) {
      switch (follower.next(ALIVE).orElse(null)) {
        case null -> sink.alive();
        case StreamItem.Durable(var event) -> send(sink, event);
        case StreamItem.Delta(String text) -> sink.send(Streams.DELTA, new TextChunk(text));
        case StreamItem.Snapshot(String text) -> sink.send(Streams.SNAPSHOT, new TextChunk(text));
        case StreamItem.Restarted restarted -> sink.send(Streams.RESTARTED, Map.of());
        case StreamItem.End end -> {
          return;
        }
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static void send(EventSink sink, dev.otters.server.session.SessionEvent event) {
    Map<String, Object> body = (Map<String, Object>) Json.read(event.body(), Map.class);
    sink.send(
        event.seq(),
        Streams.EVENT,
        new SessionEvent(
            event.seq(),
            event.id(),
            event.type(),
            event.turn().orElse(null),
            event.createdAt(),
            body));
  }
}
