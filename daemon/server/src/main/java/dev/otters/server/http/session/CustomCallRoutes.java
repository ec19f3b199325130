package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.Json;
import dev.otters.api.session.CustomCallList;
import dev.otters.api.session.CustomCallView;
import dev.otters.api.session.CustomResult;
import dev.otters.api.session.NewSession;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.server.http.Roots;
import dev.otters.server.http.SessionRoutes;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The routes that create sessions, and those of the calls of their clients' tools. */
public record CustomCallRoutes(AgentKeeper agents, Sessions sessions) {
  private static final int CREATED = 201;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Sessions sessions) {
    CustomCallRoutes routes = new CustomCallRoutes(agents, sessions);
    return List.of(
        Endpoint.post("/v1/agents/{name}/sessions", routes::create).withRoots(),
        Endpoint.get("/v1/custom-calls", routes::list),
        Endpoint.post("/v1/agents/{name}/sessions/{session}/custom-calls/{call}", routes::answer));
  }

  private Reply create(Request request) {
    UUID agent = agents.id(request.path("name"));
    Roots roots = new Roots(sessions.service());
    NewSession wanted = roots.limited(request, request.json(NewSession.class));
    Optional<ParentSession> parent =
        Optional.ofNullable(wanted.parent()).map(it -> parent(request, roots, it));
    SessionId id =
        sessions
            .creation()
            .create(
                agent,
                wanted,
                parent,
                tx -> {
                  agents.requirePresent(agent);
                  parent.ifPresent(it -> roots.admit(request, tx, it));
                });
    SessionView view =
        sessions
            .service()
            .find(agent, roots.reached(request, agent, id))
            .orElseThrow(() -> SessionException.notFound(id));
    return new Reply.Message(CREATED, SessionRoutes.summary(request, view, agents.names()));
  }

  private ParentSession parent(Request request, Roots roots, String wanted) {
    int slash = wanted.indexOf('/');
    if (slash < 1) {
      throw Request.invalid("field 'parent' must be AGENT/SESSION");
    }
    UUID agent = agents.id(wanted.substring(0, slash));
    SessionId session = new SessionId(wanted.substring(slash + 1));
    return new ParentSession(agent, roots.reached(request, agent, session));
  }

  private Reply list(Request request) {
    Optional<UUID> agent = request.query("agent").map(agents::id);
    Map<String, String> names = agents.names();
    long after = request.query("after", "the id of a call", CustomCallRoutes::key).orElse(0L);
    int limit = request.limit().orElse(Page.MOST);
    Page<CustomCall> page = sessions.customCalls().open(new Page.Place(agent, after, limit));
    List<CustomCallView> views = page.entries().stream().map(it -> view(it, names)).toList();
    return Reply.of(new CustomCallList(views, page.more() ? views.getLast().id() : null));
  }

  private static long key(String id) {
    return CustomCall.key(id).orElseThrow(() -> new IllegalArgumentException(id));
  }

  private static CustomCallView view(CustomCall call, Map<String, String> names) {
    CustomCall.Place place = call.place();
    return new CustomCallView(
        call.id(),
        names.getOrDefault(place.agent().toString(), ""),
        place.id().toString(),
        call.call().id(),
        call.call().name(),
        input(call.call().argumentsJson()),
        call.requested());
  }

  private static Object input(String json) {
    try {
      return Json.read(json, Map.class);
    } catch (IllegalArgumentException _) {
      return json;
    }
  }

  private Reply answer(Request request) {
    UUID agent = agents.id(request.path("name"));
    CustomResult result = request.json(CustomResult.class);
    Request.present("text", result.text());
    sessions
        .customCalls()
        .answer(
            agent,
            new SessionId(request.path("session")),
            request.path("call"),
            result.text(),
            result.isError());
    return new Reply.Done();
  }
}
