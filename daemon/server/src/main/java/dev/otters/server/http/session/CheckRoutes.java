package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.server.http.StreamedJob;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.mirror.SessionCheck;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The route that checks the logs and the mirrors of sessions. */
public record CheckRoutes(AgentKeeper agents, SessionCheck check) {
  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, SessionCheck check) {
    CheckRoutes routes = new CheckRoutes(agents, check);
    return List.of(Endpoint.post("/v1/sessions/fsck", routes::fsck));
  }

  private Reply fsck(Request request) {
    Optional<UUID> agent = request.query("agent").map(agents::id);
    Optional<SessionId> session = request.query("session").map(SessionId::new);
    if (session.isPresent() && agent.isEmpty()) {
      throw Request.invalid("parameter 'session' needs the parameter 'agent'");
    }
    boolean repair = request.flag("repair");
    return StreamedJob.whileWatched(
        progress ->
            check.check(
                agent, session, repair, done -> progress.update("sessions", done, -1, "check")));
  }
}
