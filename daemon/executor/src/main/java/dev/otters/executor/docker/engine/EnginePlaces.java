package dev.otters.executor.docker.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The places on this machine where a container engine may listen.
 *
 * @param environment the process's environment, with variables such as {@code DOCKER_HOST}
 * @param userHome the home folder of the daemon's user
 */
public record EnginePlaces(Map<String, String> environment, Path userHome) {
  static final String HOST = "DOCKER_HOST";
  static final String CONTEXT = "DOCKER_CONTEXT";
  private static final Logger LOG = LoggerFactory.getLogger(EnginePlaces.class);
  private static final String UNIX = "unix://";

  /** Returns the variable that names the only engine to try; empty when none does. */
  public Optional<String> namedBy() {
    return host().map(_ -> HOST).or(() -> context().map(_ -> CONTEXT));
  }

  /** Returns the sockets that an engine may have, whether or not they exist. */
  public List<Path> sockets() {
    List<Path> all = new ArrayList<>(usual());
    Stream.of(host(), endpointOfContext())
        .flatMap(Optional::stream)
        .filter(address -> address.startsWith(UNIX + "/"))
        .map(address -> Path.of(address.substring(UNIX.length())))
        .forEach(all::add);
    return all;
  }

  DockerContexts contexts() {
    return new DockerContexts(
        variable("DOCKER_CONFIG").map(Path::of).orElseGet(() -> userHome.resolve(".docker")));
  }

  /**
   * Returns the address in the context. An unreadable context has none; the search for an engine
   * reports it.
   */
  private Optional<String> endpointOfContext() {
    try {
      Optional<String> name = context().isPresent() ? context() : contexts().current();
      return name.isPresent()
          ? Optional.of(contexts().endpoint(name.get()).toString())
          : Optional.empty();
    } catch (IOException e) {
      LOG.debug("Cannot read the docker context", e);
      return Optional.empty();
    }
  }

  Optional<String> host() {
    return variable(HOST);
  }

  Optional<String> context() {
    return variable(CONTEXT).filter(name -> !name.equals("default"));
  }

  List<EngineCandidate> candidates() {
    return usual().stream()
        .map(path -> new EngineCandidate("usual socket", URI.create(UNIX + path)))
        .toList();
  }

  private List<Path> usual() {
    Optional<String> runtime = variable("XDG_RUNTIME_DIR");
    List<Path> sockets = new ArrayList<>();
    sockets.add(Path.of("/var/run/docker.sock"));
    runtime.ifPresent(folder -> sockets.add(Path.of(folder, "docker.sock")));
    sockets.add(userHome.resolve(".docker/run/docker.sock"));
    sockets.add(userHome.resolve(".docker/desktop/docker.sock"));
    sockets.add(userHome.resolve(".colima/default/docker.sock"));
    sockets.add(userHome.resolve(".rd/docker.sock"));
    sockets.add(Path.of("/run/podman/podman.sock"));
    runtime.ifPresent(folder -> sockets.add(Path.of(folder, "podman/podman.sock")));
    return sockets;
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name))
        .map(String::strip)
        .filter(value -> !value.isEmpty());
  }
}
