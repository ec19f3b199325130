package dev.otters.server.http;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.trace.ReplayRequest;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.sessions.Replays;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The routes of traces. */
public record TraceRoutes(AgentKeeper agents, Sessions sessions, Replays replays) {
  private static final String SESSION = "/v1/agents/{name}/sessions/{session}";
  private static final String TURN = SESSION + "/traces/{turn}";
  private static final int USUAL_LIMIT = 50;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Sessions sessions, ModelGateway gateway) {
    TraceRoutes routes = new TraceRoutes(agents, sessions, sessions.replays(gateway));
    return List.of(
        Endpoint.get(SESSION + "/context", routes::next),
        Endpoint.get(SESSION + "/traces", routes::turns),
        Endpoint.get(TURN, routes::turn),
        Endpoint.get(TURN + "/context", routes::context),
        Endpoint.get(TURN + "/calls/{call}", routes::prompt),
        Endpoint.post(TURN + "/replay", routes::replay));
  }

  private Reply next(Request request) {
    UUID agent = agent(request);
    return Reply.of(sessions.preview().next(agent, session(agent, request)));
  }

  private Reply turns(Request request) {
    UUID agent = agent(request);
    int limit = request.limit().orElse(USUAL_LIMIT);
    return Reply.of(sessions.traceReader().turns(agent, session(agent, request), limit));
  }

  private Reply turn(Request request) {
    UUID agent = agent(request);
    return Reply.of(
        sessions.traceReader().turn(agent, session(agent, request), request.path("turn")));
  }

  private Reply context(Request request) {
    UUID agent = agent(request);
    return Reply.of(
        sessions.traceReader().context(agent, session(agent, request), request.path("turn")));
  }

  private Reply prompt(Request request) {
    UUID agent = agent(request);
    String call = request.path("call");
    long id =
        request.parsed("the request", call, "the id of a request of the turn", Long::parseLong);
    return Reply.of(
        sessions.traceReader().prompt(agent, session(agent, request), request.path("turn"), id));
  }

  private Reply replay(Request request) {
    UUID agent = agent(request);
    ReplayRequest wanted = request.json(ReplayRequest.class);
    Request.present("model", wanted.model());
    SessionId session = session(agent, request);
    String turn = request.path("turn");
    Optional<String> step = Optional.ofNullable(wanted.step());
    return StreamedJob.whileWatched(
        progress -> replays.ask(agent, session, turn, step, wanted.model()));
  }

  private UUID agent(Request request) {
    return agents.id(request.path("name"));
  }

  private SessionId session(UUID agent, Request request) {
    SessionService service = sessions.service();
    return service.named(agent, new SessionId(request.path("session")));
  }
}
