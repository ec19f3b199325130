package dev.otters.server.http;

import dev.otters.agents.AgentKeeper;
import dev.otters.models.provider.ModelOffers;
import dev.otters.models.weights.LocalModels;
import dev.otters.models.weights.ModelImport;
import dev.otters.models.weights.Models;
import java.util.List;
import java.util.Optional;

/** The routes of models. */
public record ModelRoutes(Models models, ModelOffers offers, AgentKeeper agents) {
  private static final String NUMBER = "a number above 0";
  private static final String LOCAL = LocalModels.PROVIDER + "/";

  /** Returns the routes. */
  public static List<Endpoint> of(Models models, ModelOffers offers, AgentKeeper agents) {
    ModelRoutes routes = new ModelRoutes(models, offers, agents);
    return List.of(
        Endpoint.get("/v1/models", routes::list),
        Endpoint.post("/v1/models/pull", routes::pull),
        Endpoint.post("/v1/models/add", routes::add),
        Endpoint.delete("/v1/models", routes::remove));
  }

  private Reply list(Request request) {
    return Reply.of(offers.after(models.list(request.flag("verify"))));
  }

  private Reply pull(Request request) {
    String name = name(request);
    Optional<String> source = request.query("source");
    return StreamedJob.whileWatched(progress -> models.pull(name, source, progress));
  }

  private Reply add(Request request) {
    ModelImport.Request addition =
        new ModelImport.Request(
            name(request),
            request.query("bytes", NUMBER, ModelRoutes::number).orElse(0L),
            request
                .query("context", NUMBER, ModelRoutes::number)
                .map(size -> (int) Math.min(size, Integer.MAX_VALUE)),
            request.query("licence"));
    return StreamedJob.model(request, (body, progress) -> models.add(addition, body, progress));
  }

  private Reply remove(Request request) throws InterruptedException {
    String name = name(request);
    List<String> users = agents.use().usersOf(model -> model.equals(LOCAL + name));
    models.remove(name, users, request.flag("force"));
    return new Reply.Done();
  }

  /** Returns the name of a local model, which may be given as a MODEL. */
  private static String name(Request request) {
    String name = request.required("name");
    return name.startsWith(LOCAL) ? name.substring(LOCAL.length()) : name;
  }

  private static long number(String text) {
    long number = Long.parseLong(text);
    if (number < 1) {
      throw new IllegalArgumentException(text);
    }
    return number;
  }
}
