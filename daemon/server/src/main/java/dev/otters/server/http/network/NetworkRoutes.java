package dev.otters.server.http.network;

import dev.otters.api.system.NetworkPruneResult;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import java.util.List;

/** The route of the networks that a daemon creates. */
public final class NetworkRoutes {
  private NetworkRoutes() {}

  /** Removes networks. */
  @FunctionalInterface
  public interface Pruner {
    /**
     * Removes the networks of the home that no sandbox uses.
     *
     * @param dryRun whether to remove nothing
     * @return the names of what was removed, or would be
     */
    List<String> prune(boolean dryRun);
  }

  /** Returns the routes. */
  public static List<Endpoint> of(Pruner pruner) {
    return List.of(
        Endpoint.post(
            "/v1/networks/prune",
            request -> Reply.of(new NetworkPruneResult(pruner.prune(request.flag("dry-run"))))));
  }
}
