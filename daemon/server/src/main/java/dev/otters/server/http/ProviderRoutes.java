package dev.otters.server.http;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.model.ProviderRequest;
import dev.otters.models.provider.ProviderAdmin;
import java.util.List;

/** The routes of model providers. */
public final class ProviderRoutes {
  private ProviderRoutes() {}

  /** Returns the routes. */
  public static List<Endpoint> of(ProviderAdmin providers, AgentKeeper agents) {
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
        Endpoint.delete("/v1/providers/{name}", request -> remove(request, providers, agents)),
        Endpoint.post(
            "/v1/providers/{name}/test",
            request -> Reply.of(providers.test(request.path("name"), request.query("model")))));
  }

  private static Reply remove(Request request, ProviderAdmin providers, AgentKeeper agents) {
    String name = request.path("name");
    List<String> users = agents.use().usersOf(model -> model.startsWith(name + "/"));
    return Reply.of(providers.remove(name, users, request.flag("force")));
  }
}
