package dev.otters.server.http;

import dev.otters.agents.image.StoreCare;
import java.util.List;
import java.util.Optional;

/** The routes of the image store as a whole. */
public record StoreRoutes(StoreCare store) {
  /** Returns the routes. */
  public static List<Endpoint> of(StoreCare store) {
    StoreRoutes routes = new StoreRoutes(store);
    return List.of(
        Endpoint.post("/v1/images/tag", routes::tag),
        Endpoint.get("/v1/images/save", routes::save),
        Endpoint.post("/v1/images/load", routes::load),
        Endpoint.post("/v1/images/prune", routes::prune),
        Endpoint.post("/v1/system/fsck", routes::fsck));
  }

  private Reply tag(Request request) {
    store.tag(request.required("source"), request.required("target"));
    return new Reply.Done();
  }

  private Reply save(Request request) {
    List<String> names = request.queries("name");
    if (names.isEmpty()) {
      throw Request.invalid("parameter 'name' is missing");
    }
    return new Reply.Download("application/x-tar", out -> store.save(names, out));
  }

  private Reply load(Request request) {
    Optional<String> name = request.query("name");
    return StreamedJob.images(request, (body, progress) -> store.load(name, body, progress));
  }

  private Reply prune(Request request) {
    return Reply.of(store.prune(request.flag("all"), request.flag("dry-run")));
  }

  private Reply fsck(Request request) {
    boolean repair = request.flag("repair");
    return StreamedJob.whileWatched(progress -> store.fsck(repair, progress));
  }
}
