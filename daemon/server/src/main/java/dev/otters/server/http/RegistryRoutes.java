package dev.otters.server.http;

import dev.otters.agents.image.RemoteImages;
import dev.otters.agents.image.Transfers;
import dev.otters.api.ErrorCode;
import dev.otters.api.image.TransferList;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistryAccess;
import dev.otters.server.problem.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The routes of registries. Credentials are headers, one for each registry, and used for one
 * request. A client that disconnects ends its operation.
 */
public record RegistryRoutes(Registry registry, Transfers transfers) {
  /** Runs an operation on a registry with the access of the caller. */
  private interface Call {
    Object run(Registry registry, Progress progress);
  }

  /**
   * Returns the routes.
   *
   * @param registry the registry access of the daemon, which requests can override
   */
  public static List<Endpoint> of(Registry registry, Transfers transfers) {
    RegistryRoutes routes = new RegistryRoutes(registry, transfers);
    return List.of(
        Endpoint.post("/v1/images/pull", routes::pull),
        Endpoint.post("/v1/images/push", routes::push),
        Endpoint.post("/v1/registry/copy", routes::copy),
        Endpoint.get("/v1/registry/tags", routes::tags),
        Endpoint.get("/v1/registry/inspect", routes::inspect),
        Endpoint.post("/v1/registry/login", routes::login));
  }

  private Reply pull(Request request) {
    boolean everywhere = request.flag("all-platforms");
    Optional<Platform> platform = request.query("platform").map(Platform::parse);
    if (everywhere && platform.isPresent()) {
      throw Request.invalid("parameters 'platform' and 'all-platforms' exclude each other");
    }
    Optional<Platform> wanted =
        everywhere ? Optional.empty() : Optional.of(platform.orElseGet(transfers::platform));
    String reference = request.required("ref");
    boolean all = request.flag("all");
    return call(
        request,
        (asked, progress) ->
            new TransferList(
                all
                    ? transfers.pullAll(asked, reference, wanted, progress)
                    : List.of(transfers.pull(asked, reference, wanted, progress))),
        reference);
  }

  private Reply push(Request request) {
    String reference = request.required("ref");
    boolean all = request.flag("all");
    return call(
        request,
        (asked, progress) ->
            all
                ? transfers.pushAll(asked, reference, progress)
                : transfers.push(asked, reference, progress),
        reference);
  }

  private Reply copy(Request request) {
    String from = request.required("from");
    String to = request.required("to");
    return call(request, (asked, progress) -> transfers.copy(asked, from, to, progress), from, to);
  }

  private Reply tags(Request request) {
    String repository = request.required("repository");
    return call(request, (asked, _) -> RemoteImages.tags(asked, repository), repository);
  }

  private Reply inspect(Request request) {
    String reference = request.required("ref");
    return call(request, (asked, _) -> RemoteImages.inspect(asked, reference), reference);
  }

  private Reply login(Request request) {
    boolean insecure = request.flag("insecure");
    List<HostCredentials> credentials = request.credentials();
    if (credentials.size() != 1) {
      throw Request.invalid("the header " + HostCredentials.HEADER + " must be given once");
    }
    HostCredentials login = credentials.getFirst();
    return remote(
        _ -> {
          RegistryAccess access = registry.access();
          RemoteImages.login(
              registry.with(insecure ? access.withInsecure(login.host()) : access), login);
          return Map.of("host", login.host());
        });
  }

  /**
   * Runs a call with the caller's credentials.
   *
   * @param references the images whose registries may use plain HTTP if the caller says so
   */
  private Reply call(Request request, Call call, String... references) {
    List<HostCredentials> credentials = request.credentials();
    List<String> insecure = request.flag("insecure") ? List.of(references) : List.of();
    return remote(progress -> call.run(registry.with(access(credentials, insecure)), progress));
  }

  private RegistryAccess access(List<HostCredentials> credentials, List<String> insecure) {
    RegistryAccess access = registry.access().with(credentials);
    for (String reference : insecure) {
      Optional<String> host = ImageReference.parse(reference).host();
      access = host.isPresent() ? access.withInsecure(host.get()) : access;
    }
    return access;
  }

  /** Distinguishes an image that a registry lacks from one that the store lacks. */
  private static Reply remote(StreamedJob.Job job) {
    return StreamedJob.whileWatched(
        progress -> {
          try {
            return job.run(progress);
          } catch (OciException e) {
            throw Problems.named(e, ErrorCode.REGISTRY_NOT_FOUND);
          }
        });
  }
}
