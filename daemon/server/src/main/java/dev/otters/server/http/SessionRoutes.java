package dev.otters.server.http;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.Json;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.EventType;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionName;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.UsageGroup;
import dev.otters.models.gateway.RequestBody;
import dev.otters.protocol.CrashPoint;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.sessions.SessionRemoval;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The routes of sessions. A route that reads also takes the beginning of a generated id. A route
 * that writes does not, so that no client's own name leads into another session.
 */
public record SessionRoutes(AgentKeeper agents, SessionService sessions, SessionRemoval removal) {
  private static final String SESSION = "/v1/agents/{name}/sessions/{session}";
  private static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");
  private static final int ACCEPTED = 202;
  private static final int USUAL_LIMIT = 50;

  /** The largest message: base64 takes four bytes for three, and a text may be escaped. */
  private static final long LARGEST_MESSAGE =
      FileContent.MOST_BYTES / 3 * 4L + 6L * SessionService.MAX_TEXT;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Sessions sessions) {
    SessionRoutes routes = new SessionRoutes(agents, sessions.service(), sessions.removal());
    return List.of(
        Endpoint.get("/v1/sessions", routes::list),
        Endpoint.get(SESSION, routes::show).withRoots(),
        Endpoint.put(SESSION + "/name", routes::rename),
        Endpoint.delete(SESSION, routes::remove),
        Endpoint.post(SESSION + "/events", routes::append).withRoots(),
        Endpoint.get(SESSION + "/events", routes::events).withRoots(),
        Endpoint.get(SESSION + "/files/{sha256}", routes::file).withRoots(),
        Endpoint.post(SESSION + "/interrupt", routes::interrupt).withRoots(),
        Endpoint.get("/v1/usage", routes::usage));
  }

  private Reply list(Request request) {
    Optional<UUID> agent = request.query("agent").map(agents::id);
    int limit = request.limit().orElse(USUAL_LIMIT);
    SessionPlace after =
        request
            .query("after", "the 'next' of the page before", SessionPlace::parse)
            .orElse(SessionPlace.FIRST);
    List<SessionView> found =
        sessions.list(agent, request.query("beginning").orElse(""), after, limit + 1);
    boolean more = found.size() > limit;
    Map<String, String> names = agents.names();
    return Reply.of(
        new SessionList(
            found.stream().limit(limit).map(view -> summary(request, view, names)).toList(),
            more,
            more ? found.get(limit - 1).place().toString() : null));
  }

  private Reply show(Request request) {
    UUID agent = agents.id(request.path("name"));
    return shown(request, agent, session(agent, request));
  }

  private Reply rename(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionName wanted = request.json(SessionName.class);
    Request.present("name", wanted.name());
    return shown(
        request, agent, sessions.rename(agent, literal(request), new SessionId(wanted.name())));
  }

  private Reply shown(Request request, UUID agent, SessionId session) {
    return Reply.of(summary(request, view(agent, session), agents.names()));
  }

  private Reply remove(Request request) {
    UUID agent = agents.id(request.path("name"));
    removal.remove(agent, literal(request), request.flag("force"));
    return new Reply.Done();
  }

  private SessionView view(UUID agent, SessionId session) {
    return sessions.find(agent, session).orElseThrow(() -> SessionException.notFound(session));
  }

  /**
   * Returns a session as clients see it. Only the operator sees its parent, which may be beyond the
   * roots of others.
   *
   * @param names the names of agents by their ids
   */
  public static SessionSummary summary(
      Request request, SessionView view, Map<String, String> names) {
    return new SessionSummary(
        view.id().toString(),
        name(names, view.agent()),
        view.status().wireName(),
        view.reason().orElse(null),
        view.turns(),
        view.lastSeq(),
        view.usage().inputTokens(),
        view.usage().outputTokens(),
        view.createdAt(),
        view.updatedAt(),
        view.name().orElse(null),
        view.title(),
        view.labels(),
        budget(view),
        view.tools(),
        view.grants().texts(),
        view.parent()
            .filter(_ -> Roots.isOperator(request))
            .map(it -> name(names, it.agent()) + "/" + it.session())
            .orElse(null),
        view.expires().orElse(null));
  }

  private static String name(Map<String, String> names, UUID agent) {
    return names.getOrDefault(agent.toString(), "");
  }

  private static @Nullable BudgetRequest budget(SessionView view) {
    return view.tokens().isEmpty() && view.nanos().isEmpty()
        ? null
        : new BudgetRequest(written(Unit.TOKENS, view.tokens()), written(Unit.COST, view.nanos()));
  }

  private static @Nullable String written(Unit unit, OptionalLong limit) {
    return limit.isPresent() ? unit.written(limit.getAsLong()) : null;
  }

  private Reply append(Request request) throws InterruptedException {
    UUID agent = agents.id(request.path("name"));
    SessionId session = literal(request);
    boolean interrupts = request.flag("interrupt");
    return request.large(
        MessageRequest.class,
        LARGEST_MESSAGE,
        message -> append(request, agent, session, message, interrupts));
  }

  private Reply append(
      Request request, UUID agent, SessionId session, MessageRequest message, boolean interrupts) {
    Request.present("id", message.id());
    Request.present("type", message.type());
    Request.present("text", message.text());
    if (!message.type().equals(EventType.USER_MESSAGE.toString())) {
      throw Request.invalid("field 'type' must be " + EventType.USER_MESSAGE);
    }
    Optional<Grants> asked = Optional.ofNullable(message.grants()).map(SessionRoutes::grants);
    Optional<Grants> grants = roots().wanted(request, agent, session, asked);
    Optional<ContextIds> contextIds =
        roots()
            .contextIds(request, Optional.ofNullable(message.contextIds()).map(SessionRoutes::ids));
    CrashPoint.at("message-received");
    long seq =
        sessions.append(
            agent,
            session,
            new NewMessage(
                message.id(),
                message.text(),
                message.files(),
                Optional.ofNullable(message.schema()).map(Json::write),
                grants,
                contextIds),
            tx -> {
              agents.admit(agent);
              roots().admit(request, tx, agent, session, grants);
              if (interrupts) {
                sessions.interruptFor(tx, agent, session, message.id());
              }
            });
    CrashPoint.at("message-stored");
    return new Reply.Message(ACCEPTED, new MessageAccepted(message.id(), seq, session.toString()));
  }

  private static ContextIds ids(List<String> texts) {
    try {
      return ContextIds.of(texts);
    } catch (IllegalArgumentException e) {
      throw SessionException.invalid(String.valueOf(e.getMessage()));
    }
  }

  static Grants grants(List<String> paths) {
    try {
      return Grants.of(paths);
    } catch (IllegalArgumentException e) {
      throw SessionException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private Reply events(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionId session = session(agent, request);
    long after = after(request);
    SessionView unused = view(agent, session);
    SessionEvents events = new SessionEvents(sessions, agent, session, after);
    int limit = request.limit().orElse(Integer.MAX_VALUE);
    return new Reply.Events(
        request.flag("follow") ? events::follow : stream -> events.send(stream, limit));
  }

  /** Prefers the header: the address of a client that reconnects is that of its first request. */
  private static long after(Request request) {
    return request
        .header(LAST_EVENT_ID)
        .filter(id -> !id.isBlank())
        .map(
            id -> request.parsed("Last-Event-ID", id, "the number of an event", SessionRoutes::seq))
        .or(() -> request.query("after", "the number of an event", SessionRoutes::seq))
        .orElse(0L);
  }

  private static long seq(String text) {
    long seq = Long.parseLong(text);
    if (seq < 0) {
      throw new IllegalArgumentException(text);
    }
    return seq;
  }

  private Reply file(Request request) {
    UUID agent = agents.id(request.path("name"));
    String sha256 = request.path("sha256");
    RequestBody.Files files = sessions.file(agent, session(agent, request), sha256);
    return new Reply.Download("application/octet-stream", out -> files.write(sha256, out));
  }

  private Reply interrupt(Request request) {
    UUID agent = agents.id(request.path("name"));
    sessions.interrupt(agent, roots().reached(request, agent, literal(request)));
    return new Reply.Done();
  }

  private Reply usage(Request request) {
    return Reply.of(
        sessions.usage(
            request
                .query("by", "agent, session, day or provider", UsageGroup::named)
                .orElse(UsageGroup.AGENT),
            request
                .query("since", "a time such as 2026-01-31T12:00:00Z", Instant::parse)
                .orElse(Instant.EPOCH),
            request.query("agent")));
  }

  private static SessionId literal(Request request) {
    return new SessionId(request.path("session"));
  }

  private SessionId session(UUID agent, Request request) {
    return roots().named(request, agent, literal(request));
  }

  private Roots roots() {
    return new Roots(sessions);
  }
}
