package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.session.ActivationList;
import dev.otters.api.session.ActivationMove;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.Oversight;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.log.JournalEntry;
import dev.otters.sessions.log.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The route of the journal of activations. */
public record ActivationRoutes(AgentKeeper agents, SessionService sessions, Oversight oversight) {
  private static final int USUAL_LIMIT = 50;
  private static final String NUMBER = "the number of a move";

  /** Returns the route. */
  public static List<Endpoint> of(
      AgentKeeper agents, SessionService sessions, Oversight oversight) {
    ActivationRoutes routes = new ActivationRoutes(agents, sessions, oversight);
    return List.of(Endpoint.get("/v1/activations", routes::list));
  }

  private Reply list(Request request) {
    Optional<UUID> agent = request.query("agent").map(agents::id);
    Optional<String> named = request.query("session");
    if (named.isPresent() && agent.isEmpty()) {
      throw Request.invalid("parameter 'session' needs the parameter 'agent'");
    }
    Optional<SessionId> session =
        agent.flatMap(whose -> named.map(name -> sessions.named(whose, new SessionId(name))));
    Optional<Long> after = request.query("after", NUMBER, ActivationRoutes::seq);
    long before = request.query("before", NUMBER, ActivationRoutes::seq).orElse(Long.MAX_VALUE);
    int limit = request.limit().orElse(USUAL_LIMIT);
    Oversight.Moves found =
        after
            .map(seq -> oversight.later(agent, session, seq, limit))
            .orElseGet(() -> oversight.newest(agent, session, before, limit));
    return Reply.of(answer(found, limit));
  }

  private ActivationList answer(Oversight.Moves found, int limit) {
    Map<String, String> names = agents.names();
    return new ActivationList(
        found.entries().stream()
            .map(entry -> move(entry, names.getOrDefault(entry.agent().toString(), "")))
            .toList(),
        found.entries().size() == limit,
        found.last());
  }

  private static ActivationMove move(JournalEntry entry, String agent) {
    return new ActivationMove(
        entry.seq(),
        agent,
        entry.session().toString(),
        entry.activation(),
        entry.at(),
        entry.move().done(),
        entry.state().wireName(),
        entry.fence(),
        entry.owner().orElse(null),
        entry.cause());
  }

  private static long seq(String text) {
    long seq = Long.parseLong(text);
    if (seq < 0) {
      throw new IllegalArgumentException(text);
    }
    return seq;
  }
}
