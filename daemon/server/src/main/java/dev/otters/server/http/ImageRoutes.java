package dev.otters.server.http;

import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.Builds;
import dev.otters.agents.image.ImageRemoval;
import dev.otters.api.RemovalResult;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.credentials.HostCredentials;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The routes of agent images. */
public record ImageRoutes(Builds builds, ImageRemoval removal) {
  private static final String USUAL_FILE = "Agentfile";

  /** Returns the routes. */
  public static List<Endpoint> of(Builds builds, AgentImageCatalog images, ImageRemoval removal) {
    ImageRoutes routes = new ImageRoutes(builds, removal);
    return List.of(
        Endpoint.post("/v1/images/build", routes::build),
        Endpoint.get("/v1/images", request -> list(request, images)),
        Endpoint.get(
            "/v1/images/inspect", request -> Reply.of(images.inspect(request.required("ref")))),
        Endpoint.delete("/v1/images", routes::remove));
  }

  private static Reply list(Request request, AgentImageCatalog images) {
    return Reply.of(new ImageList(request.page(images.list().images(), ImageSummary::ref)));
  }

  private Reply build(Request request) {
    Builds.AgentRequest build =
        new Builds.AgentRequest(
            request.query("file").orElse(USUAL_FILE),
            request.queries("tag"),
            request.flag("check"),
            arguments(request.queries("build-arg")),
            request.query("fallback").orElse(""),
            request.time("created"));
    List<HostCredentials> credentials = request.credentials();
    return StreamedJob.upload(
        request, (body, progress) -> builds.agent(build, credentials, body, progress));
  }

  private Reply remove(Request request) {
    return Reply.of(
        new RemovalResult(removal.remove(request.required("ref"), request.flag("force"))));
  }

  private static Map<String, String> arguments(List<String> given) {
    Map<String, String> arguments = new HashMap<>();
    for (String argument : given) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw Request.invalid("parameter 'build-arg' is not of the form NAME=VALUE");
      }
      arguments.put(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return arguments;
  }
}
