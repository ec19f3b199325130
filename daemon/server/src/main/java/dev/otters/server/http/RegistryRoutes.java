package dev.otters.server.http;

import dev.otters.api.ErrorCode;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.server.http.RegistryOperations.Caller;
import dev.otters.server.http.RegistryOperations.Pull;
import dev.otters.server.problem.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The routes of registries. Credentials are headers, one for each registry. A client that
 * disconnects ends its operation.
 */
final class RegistryRoutes {
  private final RegistryOperations registries;

  private RegistryRoutes(RegistryOperations registries) {
    this.registries = registries;
  }

  static List<Endpoint> of(RegistryOperations registries) {
    RegistryRoutes routes = new RegistryRoutes(registries);
    return List.of(
        Endpoint.post("/v1/images/pull", routes::pull),
        Endpoint.post("/v1/images/push", routes::push),
        Endpoint.post("/v1/registry/copy", routes::copy),
        Endpoint.get("/v1/registry/tags", routes::tags),
        Endpoint.get("/v1/registry/inspect", routes::inspect),
        Endpoint.post("/v1/registry/login", routes::login));
  }

  private Reply pull(Request request) {
    Caller caller = caller(request);
    boolean everywhere = request.flag("all-platforms");
    Optional<Platform> platform = request.query("platform").map(Platform::parse);
    if (everywhere && platform.isPresent()) {
      throw Request.invalid("parameters 'platform' and 'all-platforms' exclude each other");
    }
    Pull wanted =
        new Pull(
            request.required("ref"),
            request.flag("all"),
            everywhere ? Optional.empty() : Optional.of(platform.orElseGet(registries::platform)));
    return StreamedJob.whileWatched(
        progress -> remote(() -> registries.pull(wanted, caller, progress)));
  }

  private Reply push(Request request) {
    Caller caller = caller(request);
    String reference = request.required("ref");
    return StreamedJob.whileWatched(
        progress -> remote(() -> registries.push(reference, caller, progress)));
  }

  private Reply copy(Request request) {
    Caller caller = caller(request);
    String from = request.required("from");
    String to = request.required("to");
    return StreamedJob.whileWatched(
        progress -> remote(() -> registries.copy(from, to, caller, progress)));
  }

  private Reply tags(Request request) {
    Caller caller = caller(request);
    String repository = request.required("repository");
    return StreamedJob.whileWatched(progress -> remote(() -> registries.tags(repository, caller)));
  }

  private Reply inspect(Request request) {
    Caller caller = caller(request);
    String reference = request.required("ref");
    return StreamedJob.whileWatched(
        progress -> remote(() -> registries.inspect(reference, caller)));
  }

  private Reply login(Request request) {
    Caller caller = caller(request);
    if (caller.credentials().size() != 1) {
      throw Request.invalid("the header " + HostCredentials.HEADER + " must be given once");
    }
    return StreamedJob.whileWatched(
        progress ->
            remote(
                () -> {
                  registries.login(caller);
                  return Map.of("host", caller.credentials().getFirst().host());
                }));
  }

  private static Caller caller(Request request) {
    return new Caller(request.credentials(), request.flag("insecure"));
  }

  /** Distinguishes an image that a registry lacks from one that the store lacks. */
  private static <T> T remote(Supplier<T> call) {
    try {
      return call.get();
    } catch (OciException e) {
      throw Problems.named(e, ErrorCode.REGISTRY_NOT_FOUND);
    }
  }
}
