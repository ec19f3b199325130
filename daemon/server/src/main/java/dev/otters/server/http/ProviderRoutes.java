package dev.otters.server.http;

import dev.otters.api.model.ProviderRequest;
import java.util.List;

/** The routes of model providers. */
final class ProviderRoutes {
  private ProviderRoutes() {}

  static List<Endpoint> of(ProviderOperations providers) {
    return List.of(
        Endpoint.get("/v1/providers", request -> Reply.of(providers.list())),
        Endpoint.post(
            "/v1/providers",
            request -> Reply.of(providers.add(request.json(ProviderRequest.class)))),
        Endpoint.put(
            "/v1/providers/{name}",
            request ->
                Reply.of(
                    providers.edit(request.path("name"), request.json(ProviderRequest.class)))),
        Endpoint.delete(
            "/v1/providers/{name}",
            request -> Reply.of(providers.remove(request.path("name"), request.flag("force")))),
        Endpoint.post(
            "/v1/providers/{name}/test",
            request -> Reply.of(providers.test(request.path("name"), request.query("model")))));
  }
}
