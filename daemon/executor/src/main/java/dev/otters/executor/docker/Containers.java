package dev.otters.executor.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.exception.NotModifiedException;
import com.github.dockerjava.api.model.Container;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Pause;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds, stops and removes the containers of one home. */
final class Containers {
  private static final Logger LOG = LoggerFactory.getLogger(Containers.class);

  /** The states of a container that has not run. Podman has one more, with a first process. */
  static final Set<String> PREPARED = Set.of("created", "initialized");

  private static final Duration STOP_MARGIN = Duration.ofSeconds(60);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration REMOVAL_TIMEOUT = Duration.ofSeconds(20);

  private final EngineConnection engine;
  private final Labels labels;

  Containers(EngineConnection engine, Labels labels) {
    this.engine = engine;
    this.labels = labels;
  }

  static String name(SandboxKey key) {
    return "otters-" + key.id();
  }

  /**
   * Returns the container of a sandbox; empty when it does not exist or belongs to another home.
   */
  Optional<InspectContainerResponse> find(SandboxKey key) {
    return inspect(name(key)).filter(c -> labels.key(labelsOf(c)).equals(Optional.of(key)));
  }

  /**
   * Returns the container of a sandbox; empty when it does not exist.
   *
   * @throws ExecutorException CONFLICT when another home has a container of this name
   */
  Optional<InspectContainerResponse> findOwn(SandboxKey key) {
    Optional<InspectContainerResponse> found = inspect(name(key));
    if (found.isPresent() && labels.key(labelsOf(found.get())).isEmpty()) {
      throw new ExecutorException(
          Reason.CONFLICT,
          "the engine has a container " + name(key) + " of another home",
          "Remove it with docker rm if it is not needed.");
    }
    return found;
  }

  /** Returns a container of any home by id or name; empty when it does not exist. */
  Optional<InspectContainerResponse> inspect(String container) {
    return EngineErrors.call(
        "look up the sandbox",
        () -> Look.at(() -> engine.calls().inspectContainerCmd(container).exec()));
  }

  List<InspectContainerResponse> all() {
    return withLabels(labels.filter()).stream()
        .filter(container -> labels.key(labelsOf(container)).isPresent())
        .flatMap(container -> inspect(container.getId()).stream())
        .toList();
  }

  /** Removes the containers that checks left behind. */
  void removeChecks() {
    withLabels(labels.ofCheck()).forEach(container -> remove(container.getId()));
  }

  private List<Container> withLabels(Map<String, String> wanted) {
    return EngineErrors.call(
        "list the sandboxes",
        () -> engine.calls().listContainersCmd().withShowAll(true).withLabelFilter(wanted).exec());
  }

  /**
   * Stops a container, and kills it after {@code grace}. Does nothing when the container is gone or
   * has ended.
   */
  void stop(String container, Duration grace) {
    EngineErrors.run(
        "stop the sandbox",
        () -> {
          try (var client = engine.client(grace.plus(STOP_MARGIN))) {
            client
                .stopContainerCmd(container)
                .withTimeout((int) Math.min(grace.plusMillis(999).toSeconds(), 86_400))
                .exec();
          } catch (NotFoundException | NotModifiedException e) {
            LOG.debug("Nothing to stop", e);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /** Creates a container, and returns its id. */
  String create(CreateContainerCmd request) {
    return engine.kind().createsAsAsked() ? request.exec().getId() : createWithPodman(request);
  }

  private String createWithPodman(CreateContainerCmd request) {
    String name = Objects.requireNonNull(request.getName());
    try {
      EngineStream.post(engine, "/libpod/containers/create", new PodmanRequest(request).json())
          .close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DockerException e) {
      boolean gone = EngineErrors.message(e).endsWith(": image not known");
      throw gone ? new NotFoundException("no such image: " + request.getImage(), e) : e;
    }
    return inspect(name).orElseThrow(() -> new ConflictException(name + " is gone")).getId();
  }

  /**
   * Creates the first process and the cgroup of a created container, without running its program.
   * Does nothing when they exist. Only Podman has this call, which docker-java does not know.
   */
  void initialize(String container) {
    try {
      EngineStream.post(engine, "/libpod/containers/" + container + "/init", "").close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a container exists and runs. */
  boolean isRunning(String container) {
    return inspect(container)
        .map(found -> Boolean.TRUE.equals(found.getState().getRunning()))
        .orElse(false);
  }

  /** Kills a container. Does nothing when the container is gone or has ended. */
  void kill(String container) {
    EngineErrors.run(
        "kill the sandbox",
        () -> {
          try {
            engine.calls().killContainerCmd(container).withSignal("SIGKILL").exec();
          } catch (NotFoundException | ConflictException e) {
            LOG.debug("Nothing to kill", e);
          } catch (InternalServerErrorException e) {
            requireNotRunning(container, e);
          }
        });
  }

  /** Podman answers 500, not 409, for a container that does not run or is about to end. */
  private void requireNotRunning(String container, InternalServerErrorException refusal) {
    if (!Pause.until(END_TIMEOUT, Duration.ofMillis(50), () -> !isRunning(container))) {
      throw refusal;
    }
    LOG.debug("Nothing to kill", refusal);
  }

  /**
   * Removes a container, running or not, with its anonymous volumes. Does nothing when it is gone.
   */
  void remove(String container) {
    EngineErrors.run(
        "remove the sandbox",
        () -> {
          try {
            engine
                .calls()
                .removeContainerCmd(container)
                .withForce(true)
                .withRemoveVolumes(true)
                .exec();
          } catch (NotFoundException e) {
            LOG.debug("Nothing to remove", e);
          } catch (ConflictException e) {
            awaitRemoval(container, e);
          }
        });
  }

  /** Waits for a removal that another client began. */
  private void awaitRemoval(String container, ConflictException conflict) {
    if (!Pause.until(REMOVAL_TIMEOUT, Duration.ofMillis(50), () -> inspect(container).isEmpty())) {
      throw conflict;
    }
  }

  /** Returns the first process of a container, which may be about to run its program; 0 if none. */
  static int pid(InspectContainerResponse container) {
    return Objects.requireNonNullElse(container.getState().getPidLong(), 0L).intValue();
  }

  static Map<String, String> labelsOf(InspectContainerResponse container) {
    return Objects.requireNonNullElse(container.getConfig().getLabels(), Map.of());
  }

  private static Map<String, String> labelsOf(Container container) {
    return Objects.requireNonNullElse(container.getLabels(), Map.of());
  }
}
