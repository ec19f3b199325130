package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeHistory;
import dev.otters.api.outcome.OutcomeVerdict;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Outcomes;
import java.util.List;
import java.util.UUID;

/** The routes of what sessions shall achieve. */
public record OutcomeRoutes(AgentKeeper agents, SessionService sessions, Outcomes outcomes) {
  private static final String OUTCOME = "/v1/agents/{name}/sessions/{session}/outcome";
  private static final int MOST = 100;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Sessions sessions) {
    OutcomeRoutes routes = new OutcomeRoutes(agents, sessions.service(), sessions.outcomes());
    return List.of(
        Endpoint.get(OUTCOME, routes::show),
        Endpoint.put(OUTCOME, routes::define),
        Endpoint.delete(OUTCOME, routes::remove),
        Endpoint.post(OUTCOME + "/evaluate", routes::evaluate),
        Endpoint.post(OUTCOME + "/verdict", routes::decide),
        Endpoint.get(OUTCOME + "/history", routes::history));
  }

  private UUID agent(Request request) {
    return agents.id(request.path("name"));
  }

  /** Returns the id of a session that is named by its id or name. */
  private SessionId session(Request request) {
    UUID agent = agent(request);
    SessionId session = sessions.named(agent, new SessionId(request.path("session")));
    return sessions.find(agent, session).orElseThrow(() -> SessionException.notFound(session)).id();
  }

  private Reply show(Request request) {
    return Reply.of(outcomes.show(agent(request), session(request)));
  }

  private Reply define(Request request) {
    SessionId session = session(request);
    outcomes.define(agent(request), session, request.json(OutcomeDefinition.class));
    return Reply.of(outcomes.show(agent(request), session));
  }

  private Reply remove(Request request) {
    outcomes.remove(agent(request), session(request));
    return new Reply.Done();
  }

  private Reply evaluate(Request request) {
    return Reply.of(outcomes.evaluate(agent(request), session(request)));
  }

  private Reply decide(Request request) {
    OutcomeVerdict verdict = request.json(OutcomeVerdict.class);
    String note = verdict.note();
    outcomes.decide(
        agent(request),
        session(request),
        verdict.criterion(),
        verdict.met(),
        note == null ? "" : note);
    return new Reply.Done();
  }

  private Reply history(Request request) {
    int limit = request.limit().orElse(MOST);
    return Reply.of(new OutcomeHistory(outcomes.history(agent(request), session(request), limit)));
  }
}
