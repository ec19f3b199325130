package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.resource.LearningList;
import dev.otters.api.resource.LearningView;
import dev.otters.resources.learning.Learning;
import dev.otters.resources.learning.LearningKind;
import dev.otters.resources.learning.LearningRows;
import dev.otters.resources.learning.Learnings;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The routes of what agents learned. */
public record LearningRoutes(AgentKeeper agents, Learnings learnings) {
  private static final String ALL = "/v1/agents/{name}/learnings";
  private static final String KINDS = "one of " + String.join(", ", LearningKind.words());

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, Learnings learnings) {
    LearningRoutes routes = new LearningRoutes(agents, learnings);
    return List.of(
        Endpoint.get(ALL, routes::list), Endpoint.delete(ALL + "/{learning}", routes::remove));
  }

  private Reply list(Request request) {
    UUID agent = agents.id(request.path("name"));
    Optional<LearningKind> kind = request.query("kind", KINDS, LearningRoutes::kind);
    int limit = request.limit().orElse(LearningRows.MOST);
    return Reply.of(
        new LearningList(
            learnings.newest(agent, kind, limit).stream().map(LearningRoutes::view).toList()));
  }

  private static LearningKind kind(String word) {
    return LearningKind.of(word).orElseThrow(IllegalArgumentException::new);
  }

  private Reply remove(Request request) {
    UUID agent = agents.id(request.path("name"));
    String id = request.path("learning");
    request.concerns(request.path("name") + "/" + id);
    if (!id.matches("[0-9]{1,18}") || !learnings.delete(agent, Long.parseLong(id))) {
      throw ApiException.of(
          ErrorCode.NOT_FOUND,
          "the agent has no learning " + id,
          "List its learnings with 'otters learnings ls'.");
    }
    return new Reply.Done();
  }

  private static LearningView view(Learning learning) {
    return new LearningView(
        Long.toString(learning.id()),
        learning.lesson().kind().word(),
        learning.lesson().title(),
        learning.lesson().detail(),
        learning.session(),
        learning.recordedAt());
  }
}
