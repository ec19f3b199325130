package dev.otters.executor.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectImageResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.docker.engine.EngineFacts;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MappedSources;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.unpack.StoredImages;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Digest;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Creates containers step by step. A failed step leaves nothing behind. */
final class ContainerCreation {
  private static final int TRIES = 3;

  private final EngineConnection engine;
  private final CachedEngineFacts recent;
  private final Containers containers;
  private final Labels labels;
  private final StoredImages stored;
  private final EngineImages images;
  private final ToolSources bins;
  private final HostFileCheck files;
  private final MappedSources mapped;
  private final BridgeNetwork bridge;

  ContainerCreation(
      EngineConnection engine,
      CachedEngineFacts recent,
      EngineFreshness freshness,
      Containers containers,
      Labels labels,
      DockerHome home,
      OciStore store) {
    this.engine = engine;
    this.recent = recent;
    this.containers = containers;
    this.labels = labels;
    this.stored = new StoredImages(store);
    this.images = new EngineImages(engine, freshness, store);
    this.bins =
        new ToolSources(
            engine.hasImageMounts(), stored, images, new UnpackedImages(home.unpacked(), store));
    this.files = new HostFileCheck(engine, containers, labels, home.folder());
    this.mapped = new MappedSources(home.folder().resolve("mounts"));
    this.bridge = new BridgeNetwork(engine, containers, labels, home.id());
  }

  /** Removes what an earlier daemon left behind. */
  void sweep() {
    files.removeRemains();
    mapped.sweep();
  }

  /** Removes the bridge network of the home if no container has it, and returns its name. */
  List<String> prune(boolean dryRun) {
    return bridge.prune(dryRun);
  }

  /** Removes what a container needs only until it has started. */
  void release(SandboxKey key) {
    mapped.detach(key.id());
  }

  /**
   * Creates the container of a sandbox.
   *
   * @param more binds besides those of the sandbox
   * @param change changes the request
   */
  PlannedContainer create(
      SandboxSpec spec,
      List<Bind> more,
      UnaryOperator<CreateContainerCmd> change,
      Progress progress) {
    EngineFacts facts = recent.recent();
    facts.refuse(spec.limits());
    SandboxUser user = engineUser(spec.user(), facts);
    for (int attempt = 1; ; attempt++) {
      try {
        return create(spec, user, facts, more, change, progress);
      } catch (ExecutorException e) {
        ExecutorException.cleanUp(e, () -> removeRemains(spec.key()));
        if (attempt == TRIES || !isGone(e)) {
          throw e;
        }
        images.forget();
      }
    }
  }

  /** Returns whether an image disappeared between the lookup and its use. */
  private static boolean isGone(ExecutorException e) {
    return e.reason() == Reason.IMAGE && e.getCause() instanceof NotFoundException;
  }

  private static void refuse(String found) {
    throw new ExecutorException(
        Reason.UNSUPPORTED, found, "Set DOCKER_HOST to the socket of another engine.");
  }

  /** Returns the user as the engine counts users. A rootless engine sees the caller as root. */
  private static SandboxUser engineUser(SandboxUser user, EngineFacts facts) {
    if (facts.rootless()) {
      if (user.uid() != Caller.uid()) {
        refuse("a rootless engine runs sandboxes only as uid " + Caller.uid() + ", not " + user);
      }
      return new SandboxUser(0, 0);
    }
    SandboxBaseline.refuseRoot(user);
    return user;
  }

  /** Brings the images first, so that a missing one leaves no trace in the agent's folders. */
  private PlannedContainer create(
      SandboxSpec spec,
      SandboxUser user,
      EngineFacts facts,
      List<Bind> more,
      UnaryOperator<CreateContainerCmd> change,
      Progress progress) {
    EngineImages.Present runtime = runtime(spec, facts, progress);
    files.check(facts.id(), runtime.id());
    ToolSources.Sources tools = bins.bring(spec, facts.platform(), progress);
    SandboxBaseline.writeIdentity(spec, user);
    List<Bind> binds = mapped.attach(spec.key().id(), MountPlan.prepare(spec));
    checkVolumes(spec, runtime.config(), binds);
    binds.addAll(tools.binds());
    binds.addAll(more);
    ContainerRequest request =
        new ContainerRequest(
            spec,
            runtime.id(),
            environment(runtime.config()),
            binds,
            tools.images(),
            user,
            labels.of(spec),
            facts);
    CreateContainerCmd call = change.apply(request.build(engine.calls()));
    Supplier<String> created =
        () -> EngineErrors.call("create the sandbox", () -> containers.create(call));
    String id = spec.network() == Network.BRIDGE ? bridge.join(call, created) : created.get();
    return new PlannedContainer(id, List.copyOf(binds), List.copyOf(tools.images().keySet()));
  }

  private EngineImages.Present runtime(SandboxSpec spec, EngineFacts facts, Progress progress) {
    Digest manifest = stored.resolve(spec.runtime(), facts.platform());
    return images.require(
        new EngineImages.Need(spec.runtime().ref(), manifest, EngineImages.Kind.RUNTIME), progress);
  }

  private static List<String> environment(InspectImageResponse image) {
    String[] variables = image.getConfig() == null ? null : image.getConfig().getEnv();
    return Stream.of(Objects.requireNonNullElse(variables, new String[0]))
        .map(ContainerRequest::key)
        .toList();
  }

  /** Refuses an image with volumes: they would be writable and unlimited. */
  private static void checkVolumes(SandboxSpec spec, InspectImageResponse image, List<Bind> binds) {
    Map<String, ?> volumes = image.getConfig() == null ? null : image.getConfig().getVolumes();
    Optional<String> extra =
        Objects.<Map<String, ?>>requireNonNullElse(volumes, Map.of()).keySet().stream()
            .filter(path -> binds.stream().noneMatch(bind -> bind.target().equals(path)))
            .findFirst();
    extra.ifPresent(
        path -> {
          throw new ExecutorException(
              Reason.IMAGE,
              "the runtime image " + spec.runtime().ref() + " declares a volume at " + path,
              "Use a runtime image without volumes.");
        });
  }

  private void removeRemains(SandboxKey key) {
    containers.find(key).ifPresent(container -> containers.remove(container.getId()));
    release(key);
  }
}
