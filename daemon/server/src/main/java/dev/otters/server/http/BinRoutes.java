package dev.otters.server.http;

import dev.otters.agents.image.BinCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.api.ErrorCode;
import dev.otters.api.RemovalResult;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.server.problem.Problems;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The routes of BIN images. */
public record BinRoutes(Builds builds, BinCatalog bins, ImageRemoval removal) {
  /** Returns the routes. */
  public static List<Endpoint> of(Builds builds, BinCatalog bins, ImageRemoval removal) {
    BinRoutes routes = new BinRoutes(builds, bins, removal);
    return List.of(
        Endpoint.post("/v1/bins/build", routes::build),
        Endpoint.get("/v1/bins", routes::list),
        Endpoint.get("/v1/bins/inspect", routes::inspect),
        Endpoint.delete("/v1/bins", routes::remove));
  }

  private Reply list(Request request) {
    return Reply.of(new BinList(request.page(bins.list().bins(), BinSummary::ref)));
  }

  private Reply build(Request request) {
    Builds.BinRequest build =
        new Builds.BinRequest(
            request.required("name"),
            request.query("description").orElse(""),
            request.queries("tag"),
            request.query("usage").orElse(""),
            request.time("created"),
            request.query("interpreter").orElse(""));
    Optional<String> image = request.query("from");
    List<String> paths = request.queries("path");
    List<HostCredentials> credentials = request.credentials();
    return StreamedJob.upload(
        request,
        (body, progress) ->
            image.isPresent()
                ? builds.bin(build, image.get(), paths, credentials, body, progress)
                : builds.bin(build, body, progress));
  }

  private Reply inspect(Request request) {
    String reference = request.required("ref");
    return Reply.of(naming(() -> bins.inspect(reference)));
  }

  private Reply remove(Request request) {
    String reference = request.required("ref");
    boolean force = request.flag("force");
    return Reply.of(new RemovalResult(naming(() -> removal.remove(reference, force))));
  }

  private static <T> T naming(Supplier<T> work) {
    try {
      return work.get();
    } catch (OciException e) {
      throw Problems.named(e, ErrorCode.BIN_NOT_FOUND);
    }
  }
}
