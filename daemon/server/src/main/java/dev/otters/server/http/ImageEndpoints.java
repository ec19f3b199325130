package dev.otters.server.http;

import dev.otters.server.image.AgentImageCatalog;
import dev.otters.server.image.BuildContext;
import dev.otters.server.image.Builds;
import dev.otters.server.image.ImageRemoval;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;

/** Builds, shows and removes agent images. */
final class ImageEndpoints {
  private final Builds builds;
  private final AgentImageCatalog catalog;
  private final ImageRemoval removal;

  ImageEndpoints(Builds builds, AgentImageCatalog catalog, ImageRemoval removal) {
    this.builds = builds;
    this.catalog = catalog;
    this.removal = removal;
  }

  List<Endpoint> all() {
    return List.of(
        Endpoint.post("/v1/images/build", this::build),
        Endpoint.get("/v1/images", (request, response) -> Reply.json(response, catalog.list())),
        Endpoint.get("/v1/images/inspect", this::inspect),
        Endpoint.delete("/v1/images", this::remove));
  }

  /** Takes the whole build context before it answers anything. */
  private void build(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    Builds.AgentRequest wanted =
        new Builds.AgentRequest(
            query.text("file").orElse("Agentfile"),
            query.texts("tag"),
            query.flag("check"),
            query.pairs("build-arg"));
    BuildContext context = builds.receive(query.stream());
    LongWork.answer(response, progress -> builds.agent(wanted, context, progress));
  }

  private void inspect(ServerRequest request, ServerResponse response) {
    Reply.json(response, catalog.inspect(new Query(request).required("ref")));
  }

  private void remove(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    String removed = removal.remove(query.required("ref"), query.flag("force"));
    Reply.json(response, Map.of("removed", removed));
  }
}
