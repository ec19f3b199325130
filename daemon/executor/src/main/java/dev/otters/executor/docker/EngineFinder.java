package dev.otters.executor.docker;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the container engine, as the docker command line does and beyond.
 *
 * <p>{@code DOCKER_HOST}, else {@code DOCKER_CONTEXT}, is the operator's word: nothing else is
 * tried then. Otherwise the current docker context and the usual sockets are tried in turn.
 */
final class EngineFinder {
  private final Map<String, String> environment;
  private final Path userHome;
  private final EngineProbe probe;
  private final List<String> failures = new ArrayList<>();

  EngineFinder(Map<String, String> environment, Path userHome, EngineProbe probe) {
    this.environment = environment;
    this.userHome = userHome;
    this.probe = probe;
  }

  /**
   * Returns the first usable engine.
   *
   * @throws ExecutorException UNREACHABLE when there is none; the message lists every try
   */
  EngineCandidate find() {
    String host = environment.getOrDefault("DOCKER_HOST", "");
    if (!host.isBlank()) {
      return only("DOCKER_HOST", host.strip());
    }
    String context = environment.getOrDefault("DOCKER_CONTEXT", "");
    if (!context.isBlank() && !context.equals("default")) {
      return ofContext("DOCKER_CONTEXT " + context, context).orElseThrow(this::none);
    }
    return ofCurrentContext().or(this::ofSockets).orElseThrow(this::none);
  }

  private EngineCandidate only(String origin, String address) {
    try {
      return attempt(new EngineCandidate(origin, URI.create(address))).orElseThrow(this::none);
    } catch (IllegalArgumentException e) {
      failures.add(origin + " \"" + address + "\": no address such as unix:///var/run/docker.sock");
      throw none();
    }
  }

  private Optional<EngineCandidate> ofCurrentContext() {
    try {
      Optional<String> name = contexts().current();
      return name.flatMap(n -> ofContext("docker context " + n, n));
    } catch (IOException e) {
      failures.add("docker context: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<EngineCandidate> ofContext(String origin, String name) {
    try {
      return attempt(new EngineCandidate(origin, contexts().endpoint(name)));
    } catch (IOException e) {
      failures.add(origin + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private DockerContexts contexts() {
    String configured = environment.getOrDefault("DOCKER_CONFIG", "");
    return new DockerContexts(
        configured.isBlank() ? userHome.resolve(".docker") : Path.of(configured));
  }

  private Optional<EngineCandidate> ofSockets() {
    return sockets().stream()
        .map(path -> new EngineCandidate("usual socket", URI.create("unix://" + path)))
        .flatMap(candidate -> attempt(candidate).stream())
        .findFirst();
  }

  private List<Path> sockets() {
    List<Path> sockets = new ArrayList<>();
    sockets.add(Path.of("/var/run/docker.sock"));
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (!runtime.isBlank()) {
      sockets.add(Path.of(runtime, "docker.sock"));
    }
    sockets.add(userHome.resolve(".docker/run/docker.sock"));
    sockets.add(userHome.resolve(".docker/desktop/docker.sock"));
    sockets.add(userHome.resolve(".colima/default/docker.sock"));
    sockets.add(userHome.resolve(".rd/docker.sock"));
    sockets.add(Path.of("/run/podman/podman.sock"));
    if (!runtime.isBlank()) {
      sockets.add(Path.of(runtime, "podman/podman.sock"));
    }
    return sockets;
  }

  private Optional<EngineCandidate> attempt(EngineCandidate candidate) {
    Optional<String> problem = probe.problem(candidate.endpoint());
    problem.ifPresent(
        text -> failures.add(candidate.origin() + " " + candidate.endpoint() + ": " + text));
    return problem.isEmpty() ? Optional.of(candidate) : Optional.empty();
  }

  private ExecutorException none() {
    String denied =
        failures.stream().anyMatch(f -> f.contains(EngineProbe.DENIED))
            ? " Where permission is denied, add your user to the socket's group, usually docker."
            : "";
    return new ExecutorException(
        Reason.UNREACHABLE,
        "no usable container engine:\n  " + String.join("\n  ", failures),
        "Start Docker Engine 28 or later, or set DOCKER_HOST to its socket." + denied);
  }
}
