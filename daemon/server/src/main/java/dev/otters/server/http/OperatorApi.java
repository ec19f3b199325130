package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.InfoView;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.image.AgentImageCatalog;
import dev.otters.server.image.BinCatalog;
import dev.otters.server.image.Builds;
import dev.otters.server.image.ImageRemoval;
import dev.otters.server.image.ImageSource;
import dev.otters.server.logs.AgentLogs;
import dev.otters.server.session.SessionService;
import dev.otters.server.token.Tokens;
import io.helidon.webserver.http.HttpRouting;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Is the whole API: its endpoints, who may use them, and how failures are answered. */
public final class OperatorApi {
  /**
   * Is what the API gives access to.
   *
   * @param info says how the daemon is
   */
  public record Parts(
      Tokens tokens,
      AgentKeeper keeper,
      SessionService sessions,
      AgentLogs logs,
      Builds builds,
      AgentImageCatalog images,
      BinCatalog bins,
      ImageSource source,
      ImageRemoval removal,
      Supplier<InfoView> info) {}

  private final Gate gate;
  private final List<Endpoint> endpoints;

  /**
   * Makes the API.
   *
   * @param parts what it gives access to
   */
  public OperatorApi(Parts parts) {
    this.gate = new Gate(parts.tokens());
    this.endpoints =
        Stream.of(
                new SystemEndpoints(parts.info()).all(),
                new ImageEndpoints(parts.builds(), parts.images(), parts.removal()).all(),
                new BinEndpoints(parts.builds(), parts.bins(), parts.source(), parts.removal())
                    .all(),
                new AgentEndpoints(parts.keeper()).all(),
                new LogEndpoints(parts.keeper(), parts.logs()).all(),
                new SessionEndpoints(parts.keeper(), parts.sessions()).all())
            .flatMap(List::stream)
            .toList();
  }

  /** Returns all endpoints. */
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  /** Refuses every request from now on. */
  public void refuseAll() {
    gate.close();
  }

  void route(HttpRouting.Builder routing) {
    routing.addFilter(gate);
    endpoints.forEach(
        endpoint -> routing.route(endpoint.method(), endpoint.path(), endpoint.handler()));
    routing.any(
        (request, response) -> {
          throw ApiException.of(
              ErrorCode.NOT_FOUND,
              "there is nothing at " + request.prologue().method() + " " + request.path().rawPath(),
              "see docs/cli.md for the API");
        });
    routing.error(
        Throwable.class,
        (request, response, failure) -> Reply.problem(response, Problems.of(failure)));
  }
}
