package dev.otters.executor.docker.engine;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Checks whether an address leads to a usable engine. */
public class EngineProbe {
  static final String DENIED = "permission denied";
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Returns the problem with the engine; empty when it is usable. */
  Optional<String> problem(URI endpoint) {
    return switch (String.valueOf(endpoint.getScheme())) {
      case "unix" -> socketProblem(endpoint);
      case "tcp" ->
          LOOPBACK.contains(String.valueOf(endpoint.getHost()))
              ? responseProblem(endpoint)
              : Optional.of("an engine on another machine cannot see the files of this one");
      case String other -> Optional.of("addresses of kind " + other + " are not supported");
    };
  }

  private static Optional<String> socketProblem(URI endpoint) {
    Path socket = Path.of(endpoint.getPath());
    if (!Files.exists(socket)) {
      Path parent = socket.getParent();
      boolean hidden = parent != null && Files.exists(parent) && !Files.isExecutable(parent);
      return Optional.of(hidden ? DENIED : "does not exist");
    }
    return responseProblem(endpoint);
  }

  private static Optional<String> responseProblem(URI endpoint) {
    try (DockerClient client = EngineConnection.unversioned(endpoint, CALL_TIMEOUT)) {
      Optional<String> tooOld =
          versionProblem(Optional.ofNullable(client.versionCmd().exec().getApiVersion()));
      return tooOld.isPresent() ? tooOld : EngineFacts.unusable(client.infoCmd().exec());
    } catch (IOException | RuntimeException e) {
      String root = EngineErrors.root(e);
      boolean denied = root.toLowerCase(Locale.ROOT).contains(DENIED);
      return Optional.of(denied ? DENIED : "does not answer: " + root);
    }
  }

  static Optional<String> versionProblem(Optional<String> version) {
    Optional<ApiVersion> offered = version.flatMap(ApiVersion::parse);
    if (offered.isEmpty()) {
      return Optional.of("is not a container engine: its response names no API version");
    }
    if (offered.get().compareTo(EngineConnection.OLDEST) < 0) {
      return Optional.of(
          "its API %s is too old: API %s is needed, which Docker Engine 20.10 introduced"
              .formatted(offered.get(), EngineConnection.OLDEST));
    }
    return Optional.empty();
  }
}
