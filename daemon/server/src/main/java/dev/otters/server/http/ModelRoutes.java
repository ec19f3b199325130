package dev.otters.server.http;

import dev.otters.server.http.ModelOperations.Addition;
import java.util.List;
import java.util.Optional;

/** The routes of models. */
final class ModelRoutes {
  private static final String NUMBER = "a number above 0";

  private final ModelOperations models;

  private ModelRoutes(ModelOperations models) {
    this.models = models;
  }

  static List<Endpoint> of(ModelOperations models) {
    ModelRoutes routes = new ModelRoutes(models);
    return List.of(
        Endpoint.get("/v1/models", request -> Reply.of(models.list(request.flag("verify")))),
        Endpoint.post("/v1/models/pull", routes::pull),
        Endpoint.post("/v1/models/add", routes::add),
        Endpoint.delete("/v1/models", routes::remove));
  }

  private Reply pull(Request request) {
    String name = request.required("name");
    Optional<String> source = request.query("source");
    return StreamedJob.whileWatched(progress -> models.pull(name, source, progress));
  }

  private Reply add(Request request) {
    Addition addition =
        new Addition(
            request.required("name"),
            request.query("bytes", NUMBER, ModelRoutes::number).orElse(0L),
            request
                .query("context", NUMBER, ModelRoutes::number)
                .map(size -> (int) Math.min(size, Integer.MAX_VALUE)),
            request.query("licence"));
    return StreamedJob.model(request, (body, progress) -> models.add(addition, body, progress));
  }

  private Reply remove(Request request) {
    models.remove(request.required("name"), request.flag("force"));
    return new Reply.Done();
  }

  private static long number(String text) {
    long number = Long.parseLong(text);
    if (number < 1) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
