package dev.otters.server.http;

import dev.otters.api.Health;
import dev.otters.api.InfoView;
import java.util.List;
import java.util.function.Supplier;

/** Says how the daemon is. */
final class SystemEndpoints {
  private final Supplier<InfoView> info;

  SystemEndpoints(Supplier<InfoView> info) {
    this.info = info;
  }

  List<Endpoint> all() {
    return List.of(
        Endpoint.get(Gate.OPEN_PATH, (request, response) -> Reply.json(response, new Health(true))),
        Endpoint.get("/v1/info", (request, response) -> Reply.json(response, info.get())),
        Endpoint.get(
            "/v1/version", (request, response) -> Reply.json(response, info.get().version())));
  }
}
