package dev.otters.server.http.disk;

import dev.otters.home.FreeSpace;
import dev.otters.server.http.Endpoint;
import java.util.List;
import java.util.Set;

/** Refuses the operations that add data while the disk has too little space. */
public final class LowWater {
  /** The operations that add data. What frees space, stops or reads always works. */
  public static final Set<String> ADDING =
      Set.of(
          "POST /v1/agents",
          "PUT /v1/agents/{name}/resources/content",
          "POST /v1/agents/{name}/resources/restore",
          "POST /v1/agents/{name}/sessions/{session}/drafts",
          "POST /v1/agents/{name}/sessions/{session}/drafts/promote",
          "PUT /v1/agents/{name}/sessions/{session}/outcome",
          "POST /v1/agents/{name}/repos/{repo}",
          "POST /v1/agents/{name}/repos/{repo}/refresh",
          "POST /v1/agents/{name}/start",
          "POST /v1/agents/{name}/update",
          "PUT /v1/agents/{name}/files",
          "POST /v1/bins/build",
          "POST /v1/bins/run",
          "POST /v1/context-stores/{store}/entries",
          "POST /v1/images/build",
          "POST /v1/images/load",
          "POST /v1/images/pull",
          "POST /v1/models/add",
          "POST /v1/models/pull",
          "PUT /v1/vaults/{vault}");

  private LowWater() {}

  /** Returns the endpoints, of which those that add data check the space first. */
  public static List<Endpoint> guard(List<Endpoint> endpoints, FreeSpace space) {
    return endpoints.stream()
        .map(it -> ADDING.contains(line(it)) ? guarded(it, space) : it)
        .toList();
  }

  /** Returns the method and the template of an endpoint. */
  public static String line(Endpoint endpoint) {
    return endpoint.method().text() + " " + endpoint.path();
  }

  private static Endpoint guarded(Endpoint endpoint, FreeSpace space) {
    return new Endpoint(
        endpoint.method(),
        endpoint.path(),
        request -> {
          space.require();
          return endpoint.handler().handle(request);
        },
        endpoint.rooted());
  }
}
