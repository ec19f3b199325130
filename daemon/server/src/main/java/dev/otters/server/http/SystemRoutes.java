package dev.otters.server.http;

import dev.otters.api.system.Health;
import java.util.List;

/** The routes of the daemon itself. */
final class SystemRoutes {
  private SystemRoutes() {}

  static List<Endpoint> of(SystemOperations system) {
    return List.of(
        Endpoint.get(Gate.OPEN, request -> Reply.of(new Health(true))),
        Endpoint.get("/v1/info", request -> Reply.of(system.info())),
        Endpoint.get("/v1/doctor", request -> Reply.of(system.doctor())),
        Endpoint.get("/v1/version", request -> Reply.of(system.version())));
  }
}
