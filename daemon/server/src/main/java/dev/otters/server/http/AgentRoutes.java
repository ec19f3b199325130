package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.MountRequest;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.agent.UpdateRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.Progress;
import dev.otters.server.problem.Problems;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The routes of agents. */
public record AgentRoutes(AgentKeeper agents, UUID home) {
  private static final HeaderName IDEMPOTENCY_KEY = HeaderNames.create("Idempotency-Key");
  private static final int LONGEST_KEY = 255;
  private static final long LONGEST_GRACE = 3600;
  private static final long USUAL_GRACE = 10;

  /**
   * Returns the routes.
   *
   * @param home the id of the home
   */
  public static List<Endpoint> of(AgentKeeper agents, UUID home) {
    AgentRoutes routes = new AgentRoutes(agents, home);
    return List.of(
        Endpoint.post("/v1/agents", routes::run),
        Endpoint.get("/v1/agents", routes::list),
        Endpoint.get(
            "/v1/agents/{name}", request -> Reply.of(agents.inspect(request.path("name")))),
        Endpoint.post("/v1/agents/{name}/start", routes::start),
        Endpoint.post("/v1/agents/{name}/stop", routes::stop),
        Endpoint.post("/v1/agents/{name}/restart", routes::restart),
        Endpoint.post(
            "/v1/agents/{name}/kill", request -> Reply.of(agents.kill(request.path("name")))),
        Endpoint.post("/v1/agents/{name}/rename", routes::rename),
        Endpoint.get("/v1/agents/{name}/wait", routes::await),
        Endpoint.post("/v1/agents/{name}/update", routes::update),
        Endpoint.delete("/v1/agents/{name}", routes::remove));
  }

  private Reply run(Request request) {
    RunRequest wanted = request.json(RunRequest.class);
    check(wanted);
    request.concerns(wanted.name() == null ? wanted.ref() : wanted.name());
    UUID id = request.header(IDEMPOTENCY_KEY).map(this::id).orElseGet(UUID::randomUUID);
    agents.checkRepeated(id, wanted);
    List<HostCredentials> credentials = request.credentials();
    return StreamedJob.of(progress -> run(id, wanted, credentials, progress));
  }

  /** Returns the id of the agent of a key, so that a retry finds it, also after a restart. */
  private UUID id(String key) {
    if (key.isEmpty() || key.length() > LONGEST_KEY) {
      throw Request.invalid("Idempotency-Key must have 1 to " + LONGEST_KEY + " characters");
    }
    return UUID.nameUUIDFromBytes((home + key).getBytes(UTF_8));
  }

  private Reply list(Request request) {
    List<AgentSummary> all = agents.list(request.flag("all")).agents();
    return Reply.of(new AgentList(request.page(all, AgentSummary::id)));
  }

  private Object run(
      UUID id, RunRequest wanted, List<HostCredentials> credentials, Progress progress) {
    try {
      return agents.run(id, wanted, credentials, progress);
    } catch (OciException e) {
      throw missing(e, wanted.ref());
    }
  }

  private Object update(
      String name, UpdateRequest wanted, List<HostCredentials> credentials, Progress progress)
      throws InterruptedException {
    try {
      return agents.update(name, wanted, credentials, progress);
    } catch (OciException e) {
      throw missing(e, wanted.image() == null ? "sha256:" : wanted.image());
    }
  }

  /** Reports an image that its registry does not have. */
  private static RuntimeException missing(OciException failure, String ref) {
    return Problems.named(
        failure,
        ref.startsWith("sha256:") ? ErrorCode.IMAGE_NOT_FOUND : ErrorCode.REGISTRY_NOT_FOUND);
  }

  private static void check(RunRequest wanted) {
    List<String> missing = new ArrayList<>();
    missing(missing, "ref", wanted.ref());
    missing(missing, wanted.mounts());
    missing(missing, "env", wanted.env());
    missing(missing, "labels", wanted.labels());
    refuse(missing);
  }

  private static void refuse(List<String> missing) {
    if (!missing.isEmpty()) {
      throw Request.invalid(
          "the request is incomplete: no value for " + String.join(", ", missing));
    }
  }

  private static void missing(List<String> found, List<MountRequest> mounts) {
    for (int i = 0; i < mounts.size(); i++) {
      missing(found, "mounts[" + i + "].source", mounts.get(i).source());
      missing(found, "mounts[" + i + "].target", mounts.get(i).target());
    }
  }

  private static void missing(List<String> found, String field, Map<String, String> values) {
    values.forEach((key, value) -> missing(found, field + "." + key, value));
  }

  private static void missing(List<String> found, String field, @Nullable String value) {
    if (value == null) {
      found.add("'" + field + "'");
    }
  }

  private Reply start(Request request) {
    String name = request.path("name");
    agents.id(name);
    return StreamedJob.of(progress -> agents.start(name, progress));
  }

  private Reply update(Request request) {
    String name = request.path("name");
    UpdateRequest wanted = request.json(UpdateRequest.class);
    List<String> missing = new ArrayList<>();
    missing(missing, wanted.mounts());
    missing(missing, "env", wanted.env());
    missing(missing, "labels", wanted.labels());
    missing(missing, "config", wanted.config());
    refuse(missing);
    agents.id(name);
    List<HostCredentials> credentials = request.credentials();
    return StreamedJob.whileWatched(progress -> update(name, wanted, credentials, progress));
  }

  private Reply stop(Request request) {
    return Reply.of(agents.stop(request.path("name"), grace(request)));
  }

  private Reply restart(Request request) {
    String name = request.path("name");
    Duration grace = grace(request);
    agents.id(name);
    return StreamedJob.of(progress -> agents.restart(name, grace, progress));
  }

  private Reply rename(Request request) {
    return Reply.of(agents.rename(request.path("name"), request.required("to")));
  }

  private Reply await(Request request) {
    String id = agents.id(request.path("name")).toString();
    return StreamedJob.whileWatched(_ -> agents.await(id));
  }

  private static Duration grace(Request request) {
    return request
        .query("grace", "seconds from 0 to " + LONGEST_GRACE, AgentRoutes::grace)
        .orElse(Duration.ofSeconds(USUAL_GRACE));
  }

  private static Duration grace(String text) {
    long seconds = Long.parseLong(text);
    if (seconds < 0 || seconds > LONGEST_GRACE) {
      throw new IllegalArgumentException(text);
    }
    return Duration.ofSeconds(seconds);
  }

  private Reply remove(Request request) {
    agents.remove(request.path("name"), request.flag("force"), request.flag("keep-workspace"));
    return new Reply.Done();
  }
}
