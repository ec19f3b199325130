package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.StatusReport;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.server.http.Roots;
import dev.otters.sessions.Oversight;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.standing.Standing;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The routes that say what sessions do, and the one that starts a failed one again. */
public record StatusRoutes(AgentKeeper agents, SessionService sessions, Oversight oversight) {
  private static final String SESSION = "/v1/agents/{name}/sessions/{session}";
  private static final int USUAL_LIMIT = 200;

  /** Returns the routes. */
  public static List<Endpoint> of(
      AgentKeeper agents, SessionService sessions, Oversight oversight) {
    StatusRoutes routes = new StatusRoutes(agents, sessions, oversight);
    return List.of(
        Endpoint.get("/v1/status", routes::all),
        Endpoint.get(SESSION + "/status", routes::one).withRoots(),
        Endpoint.post(SESSION + "/retry", routes::retry));
  }

  private Reply all(Request request) {
    int limit = request.limit().orElse(USUAL_LIMIT);
    List<Standing> found = oversight.busy(limit + 1);
    Map<String, AgentSummary> known =
        agents.list(true).agents().stream()
            .collect(Collectors.toMap(AgentSummary::id, Function.identity()));
    return Reply.of(
        new StatusReport(
            found.stream().limit(limit).map(it -> state(it, known)).toList(),
            found.size() > limit));
  }

  private static SessionState state(Standing standing, Map<String, AgentSummary> known) {
    String agent = standing.session().agent().toString();
    return StatusText.of(standing, Optional.ofNullable(known.get(agent)));
  }

  private Reply one(Request request) {
    UUID agent = agents.id(request.path("name"));
    SessionId session = new Roots(sessions).named(request, agent, session(request));
    return shown(oversight.of(agent, session));
  }

  private Reply retry(Request request) {
    UUID agent = agents.id(request.path("name"));
    return shown(oversight.retry(agent, session(request)));
  }

  private Reply shown(Standing standing) {
    String agent = standing.session().agent().toString();
    Optional<AgentSummary> known =
        agents.list(true).agents().stream().filter(it -> it.id().equals(agent)).findFirst();
    return Reply.of(StatusText.of(standing, known));
  }

  private static SessionId session(Request request) {
    return new SessionId(request.path("session"));
  }
}
