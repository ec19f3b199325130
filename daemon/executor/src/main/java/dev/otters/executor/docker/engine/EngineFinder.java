package dev.otters.executor.docker.engine;

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
 * Finds the container engine as the docker command line does, and in further places.
 *
 * <p>{@code DOCKER_HOST}, then {@code DOCKER_CONTEXT}, is binding: no other place is tried. Without
 * them the current docker context and the usual sockets are tried in turn.
 */
public final class EngineFinder {
  private final EnginePlaces places;
  private final EngineProbe probe;
  private final List<String> failures = new ArrayList<>();

  /**
   * Creates a finder.
   *
   * @param environment the daemon's environment
   * @param probe checks whether an engine is usable
   */
  public EngineFinder(Map<String, String> environment, Path userHome, EngineProbe probe) {
    this.places = new EnginePlaces(environment, userHome);
    this.probe = probe;
  }

  /**
   * Returns the first usable engine.
   *
   * @throws ExecutorException UNREACHABLE when there is none; the message lists every attempt
   */
  public EngineCandidate find() {
    Optional<String> host = places.host();
    if (host.isPresent()) {
      return only(EnginePlaces.HOST, host.get());
    }
    Optional<String> context = places.context();
    if (context.isPresent()) {
      return ofContext(EnginePlaces.CONTEXT + " " + context.get(), context.get())
          .orElseThrow(this::none);
    }
    return ofCurrentContext().or(this::ofSockets).orElseThrow(this::none);
  }

  private EngineCandidate only(String origin, String address) {
    try {
      return attempt(new EngineCandidate(origin, URI.create(address))).orElseThrow(this::none);
    } catch (IllegalArgumentException _) {
      failures.add(
          origin + " \"" + address + "\": not a valid address such as unix:///var/run/docker.sock");
      throw none();
    }
  }

  private Optional<EngineCandidate> ofCurrentContext() {
    try {
      Optional<String> name = places.contexts().current();
      return name.flatMap(n -> ofContext("docker context " + n, n));
    } catch (IOException e) {
      failures.add("docker context: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<EngineCandidate> ofContext(String origin, String name) {
    try {
      return attempt(new EngineCandidate(origin, places.contexts().endpoint(name)));
    } catch (IOException e) {
      failures.add(origin + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<EngineCandidate> ofSockets() {
    return places.candidates().stream()
        .flatMap(candidate -> attempt(candidate).stream())
        .findFirst();
  }

  private Optional<EngineCandidate> attempt(EngineCandidate candidate) {
    Optional<String> problem = probe.problem(candidate.endpoint());
    problem.ifPresent(
        text -> failures.add(candidate.origin() + " " + candidate.endpoint() + ": " + text));
    return problem.isEmpty() ? Optional.of(candidate) : Optional.empty();
  }

  private ExecutorException none() {
    boolean denied = failures.stream().anyMatch(f -> f.contains(EngineProbe.DENIED));
    return new ExecutorException(
        Reason.UNREACHABLE,
        "no usable container engine:\n  " + String.join("\n  ", failures),
        denied
            ? "Add your user to the group of the engine's socket, usually docker, or set"
                + " DOCKER_HOST to the socket of another engine."
            : "Start Docker Engine 20.10 or later, or the socket of Podman 4.3 or later, or set"
                + " DOCKER_HOST to the engine's socket.");
  }
}
