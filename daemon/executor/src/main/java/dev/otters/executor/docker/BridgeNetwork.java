package dev.otters.executor.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Network;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bridge network of a home, which Docker keeps free of connections between its containers. It
 * is created when a sandbox first needs it. Thread-safe.
 */
final class BridgeNetwork {
  /** Docker's option for connections between containers of a network. Podman has none. */
  static final String BETWEEN = "com.docker.network.bridge.enable_icc";

  private static final Logger LOG = LoggerFactory.getLogger(BridgeNetwork.class);

  private final EngineConnection engine;
  private final Containers containers;
  private final Labels labels;
  private final String name;

  /** Read by what creates a container with the network, written by what removes the network. */
  private final ReadWriteLock starting = new ReentrantReadWriteLock(true);

  BridgeNetwork(EngineConnection engine, Containers containers, Labels labels, UUID home) {
    this.engine = engine;
    this.containers = containers;
    this.labels = labels;
    this.name = name(home);
  }

  /** Returns the name of a home's network. */
  static String name(UUID home) {
    return "otters-" + home;
  }

  /**
   * Changes a request without a network into one with this network, and creates its container. The
   * network is not removed before the container has it.
   *
   * @return the id of the container
   */
  String join(CreateContainerCmd request, Supplier<String> create) {
    starting.readLock().lock();
    try {
      Objects.requireNonNull(request.getHostConfig()).withNetworkMode(require());
      return create.get();
    } finally {
      starting.readLock().unlock();
    }
  }

  private synchronized String require() {
    return EngineErrors.call("create the network", () -> find().orElseGet(this::create));
  }

  private Optional<String> find() {
    return look().map(this::own).map(Network::getId);
  }

  private Optional<Network> look() {
    try {
      return Optional.of(engine.calls().inspectNetworkCmd().withNetworkId(name).exec());
    } catch (NotFoundException _) {
      return Optional.empty();
    }
  }

  /** Refuses a network that others made, and one that connects its containers. */
  private Network own(Network found) {
    Map<String, String> marks = Objects.requireNonNullElse(found.getLabels(), Map.of());
    Map<String, String> options = Objects.requireNonNullElse(found.getOptions(), Map.of());
    if (!marks.entrySet().containsAll(labels.filter().entrySet())
        || !"bridge".equals(found.getDriver())
        || !options.entrySet().containsAll(options().entrySet())) {
      throw new ExecutorException(
          Reason.CONFLICT,
          "the engine has a network " + name + " that this home did not make",
          "Remove it with 'docker network rm " + name + "'.");
    }
    return found;
  }

  private Map<String, String> options() {
    return engine.kind().separatesContainers() ? Map.of(BETWEEN, "false") : Map.of();
  }

  private String create() {
    try {
      return engine
          .calls()
          .createNetworkCmd()
          .withName(name)
          .withDriver("bridge")
          .withCheckDuplicate(true)
          .withLabels(new HashMap<>(labels.filter()))
          .withOptions(new HashMap<>(options()))
          .exec()
          .getId();
    } catch (ConflictException e) {
      return find().orElseThrow(() -> e);
    }
  }

  /**
   * Removes the network if no container of this home has it, or only says so.
   *
   * @return its name, or nothing
   */
  List<String> prune(boolean dryRun) {
    starting.writeLock().lock();
    try {
      return pruned(dryRun);
    } finally {
      starting.writeLock().unlock();
    }
  }

  private List<String> pruned(boolean dryRun) {
    Optional<String> id = EngineErrors.call("look up the network", this::find);
    if (id.isEmpty() || isUsed(id.get())) {
      return List.of();
    }
    return dryRun || isRemoved(id.get()) ? List.of(name) : List.of();
  }

  private boolean isUsed(String id) {
    boolean listed =
        !engine
            .calls()
            .listContainersCmd()
            .withShowAll(true)
            .withNetworkFilter(List.of(id))
            .exec()
            .isEmpty();
    // Docker lists a container by its networks only once it has started.
    return listed
        || containers.all().stream()
            .map(it -> Objects.requireNonNull(it.getHostConfig()).getNetworkMode())
            .anyMatch(mode -> id.equals(mode) || name.equals(mode));
  }

  private boolean isRemoved(String id) {
    try {
      engine.calls().removeNetworkCmd(id).exec();
      return true;
    } catch (DockerException e) {
      LOG.atWarn().addKeyValue("network", name).setCause(e).log("The network stays");
      return false;
    }
  }
}
