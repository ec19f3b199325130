package dev.otters.server.http;

import dev.otters.api.BuildResult;
import dev.otters.server.image.BinCatalog;
import dev.otters.server.image.BuildContext;
import dev.otters.server.image.Builds;
import dev.otters.server.image.ImageRemoval;
import dev.otters.server.image.ImageSource;
import dev.otters.server.image.PullPolicy;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Map;

/** Builds, pulls, shows and removes BIN images. */
final class BinEndpoints {
  private final Builds builds;
  private final BinCatalog catalog;
  private final ImageSource source;
  private final ImageRemoval removal;

  BinEndpoints(Builds builds, BinCatalog catalog, ImageSource source, ImageRemoval removal) {
    this.builds = builds;
    this.catalog = catalog;
    this.source = source;
    this.removal = removal;
  }

  List<Endpoint> all() {
    return List.of(
        Endpoint.post("/v1/bins/build", this::build),
        Endpoint.post("/v1/bins/pull", this::pull),
        Endpoint.get("/v1/bins", (request, response) -> Reply.json(response, catalog.list())),
        Endpoint.get("/v1/bins/inspect", this::inspect),
        Endpoint.delete("/v1/bins", this::remove));
  }

  private void build(ServerRequest request, ServerResponse response) {
    Query query = new Query(request);
    Builds.BinRequest wanted =
        new Builds.BinRequest(
            query.required("name"),
            query.text("description").orElse(""),
            query.texts("tag"),
            query.text("usage").orElse(""));
    BuildContext context = builds.receive(query.stream());
    LongWork.answer(response, progress -> builds.bin(wanted, context, progress));
  }

  private void pull(ServerRequest request, ServerResponse response) {
    String ref = new Query(request).required("ref");
    LongWork.answer(
        response,
        progress -> {
          String digest = source.bin(ref, PullPolicy.ALWAYS, progress).digest().toString();
          long size = catalog.inspect(digest).size();
          return new BuildResult(ref, digest, List.of(ref), size, List.of());
        });
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
