package dev.otters.server.http;

import dev.otters.api.RunRequest;
import dev.otters.server.agent.AgentKeeper;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs, shows, starts, stops and removes agents. */
final class AgentEndpoints {
  private static final long GRACE_SECONDS = 10;

  private final AgentKeeper keeper;

  AgentEndpoints(AgentKeeper keeper) {
    this.keeper = keeper;
  }

  List<Endpoint> all() {
    return List.of(
        Endpoint.post("/v1/agents", this::run),
        Endpoint.get("/v1/agents", this::list),
        Endpoint.get("/v1/agents/{name}", this::inspect),
        Endpoint.post("/v1/agents/{name}/start", this::start),
        Endpoint.post("/v1/agents/{name}/stop", this::stop),
        Endpoint.delete("/v1/agents/{name}", this::remove));
  }

  private void run(ServerRequest request, ServerResponse response) {
    RunRequest wanted = new Query(request).body(RunRequest.class);
    LongWork.answer(response, progress -> keeper.run(wanted, progress));
  }

  private void list(ServerRequest request, ServerResponse response) {
    Reply.json(response, keeper.list(new Query(request).flag("all")));
  }

  private void inspect(ServerRequest request, ServerResponse response) {
    Reply.json(response, keeper.inspect(new Query(request).path("name")));
  }

  private void start(ServerRequest request, ServerResponse response) {
    String name = new Query(request).path("name");
    LongWork.answer(response, progress -> keeper.start(name, progress));
  }

  private void stop(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    Duration grace = Duration.ofSeconds(query.number("grace", GRACE_SECONDS));
    Reply.json(response, keeper.stop(query.path("name"), grace));
  }

  private void remove(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    String removed =
        keeper.remove(query.path("name"), query.flag("force"), query.flag("keep-workspace"));
    Reply.json(response, Map.of("removed", removed));
  }
}
