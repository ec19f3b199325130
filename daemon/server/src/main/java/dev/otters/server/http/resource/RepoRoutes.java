package dev.otters.server.http.resource;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.repo.RepoRequest;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.server.http.StreamedJob;
import java.util.List;
import java.util.UUID;

/** The routes of the git repositories of agents. A clone ends when its client goes away. */
public record RepoRoutes(AgentKeeper agents) {
  private static final String REPOS = "/v1/agents/{name}/repos";
  private static final String REPO = REPOS + "/{repo}";

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents) {
    RepoRoutes routes = new RepoRoutes(agents);
    return List.of(
        Endpoint.get(REPOS, request -> Reply.of(agents.repos().list(routes.agent(request)))),
        Endpoint.post(REPO, routes::add),
        Endpoint.post(REPO + "/refresh", routes::refresh),
        Endpoint.delete(REPO, routes::remove));
  }

  private UUID agent(Request request) {
    return agents.id(request.path("name"));
  }

  private Reply add(Request request) {
    UUID agent = agent(request);
    String name = request.path("repo");
    RepoRequest wanted = request.json(RepoRequest.class);
    Request.present("url", wanted.url());
    return StreamedJob.whileWatched(progress -> agents.repos().add(agent, name, wanted, progress));
  }

  private Reply refresh(Request request) {
    UUID agent = agent(request);
    String name = request.path("repo");
    boolean discard = request.flag("discard");
    return StreamedJob.whileWatched(
        progress -> agents.repos().refresh(agent, name, discard, progress));
  }

  private Reply remove(Request request) throws InterruptedException {
    agents.repos().remove(agent(request), request.path("repo"));
    return new Reply.Done();
  }
}
