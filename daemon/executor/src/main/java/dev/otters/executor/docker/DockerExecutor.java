package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectContainerResponse;
import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.ExitListener;
import dev.otters.executor.Limitation;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.RefusedProgram;
import dev.otters.executor.RunSpec;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SoleExecution;
import dev.otters.executor.Subscription;
import dev.otters.executor.docker.engine.EngineCandidate;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.docker.engine.EngineFacts;
import dev.otters.executor.docker.engine.EngineFinder;
import dev.otters.executor.docker.engine.EngineProbe;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.executor.usage.UsageReader;
import dev.otters.oci.Progress;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Runs each sandbox as a container of the Docker engine on this machine. */
public final class DockerExecutor implements Executor {
  private final EngineCandidate found;
  private final EngineConnection engine;
  private final Labels labels;
  private final Containers containers;
  private final ExitCauses causes = new ExitCauses();
  private final CachedEngineFacts facts;
  private final ContainerCreation creation;
  private final ExitWatcher watcher;
  private final ProgramRecords programs;
  private final Path home;
  private final Map<SandboxKey, PlannedContainer> planned = new ConcurrentHashMap<>();

  /** The sandboxes of running programs, which others must not take for leftovers. */
  private final Set<SandboxKey> runs = ConcurrentHashMap.newKeySet();

  private volatile Optional<Limitation> unverified = Optional.empty();

  private DockerExecutor(
      EngineCandidate found, EngineConnection engine, DockerHome home, OciStore store) {
    this.found = found;
    this.engine = engine;
    this.labels = new Labels(home.id());
    this.containers = new Containers(engine, labels);
    this.home = home.folder();
    EngineFreshness freshness = new EngineFreshness();
    this.watcher = new ExitWatcher(engine, containers, labels, causes, freshness);
    this.programs = new ProgramRecords(engine, home.folder().resolve("execs"));
    this.facts = new CachedEngineFacts(engine, freshness);
    this.creation =
        new ContainerCreation(engine, facts, freshness, containers, labels, home, store);
  }

  /**
   * Finds the engine and connects to it.
   *
   * @param home the owner of the containers
   * @param store the source of images
   * @param environment the process's environment, with variables such as {@code DOCKER_HOST}
   * @param userHome the home folder of the daemon's user
   * @throws ExecutorException UNREACHABLE when there is no usable engine; the message lists every
   *     attempt
   */
  public static DockerExecutor open(
      DockerHome home, OciStore store, Map<String, String> environment, Path userHome) {
    EngineCandidate found = new EngineFinder(environment, userHome, new EngineProbe()).find();
    DockerExecutor executor =
        new DockerExecutor(found, EngineConnection.open(found.endpoint()), home, store);
    executor.creation.sweep();
    executor.programs.endAll();
    executor.watcher.start();
    return executor;
  }

  @Override
  public ExecutorInfo info() {
    EngineFacts said = facts.checked();
    List<Limitation> limitations = new ArrayList<>(said.limitations());
    if (!engine.hasImageMounts()) {
      limitations.add(ToolSources.NO_IMAGE_MOUNTS);
    }
    unverified.ifPresent(limitations::add);
    return new ExecutorInfo(
        "docker",
        said.version(),
        engine.spoken().toString(),
        found.endpoint().toString(),
        found.origin(),
        limitations,
        said.warnings());
  }

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    planned.remove(spec.key());
    creation.release(spec.key());
    containers.findOwn(spec.key()).ifPresent(this::remove);
    planned.put(spec.key(), creation.create(spec, List.of(), UnaryOperator.identity(), progress));
  }

  @Override
  public Sandbox start(SandboxKey key) {
    PlannedContainer plan = planned.remove(key);
    if (plan == null) {
      throw ExecutorException.notCreated(key);
    }
    try {
      EngineErrors.run("start the sandbox", () -> start(plan.container()));
      Sandbox sandbox = require(key);
      unverified = StartCheck.check(plan, sandbox, () -> require(key).pid().isPresent());
      return sandbox;
    } catch (RuntimeException e) {
      ExecutorException.cleanUp(e, () -> remove(key));
      throw e;
    } finally {
      creation.release(key);
    }
  }

  /** Starts a container, and watches its memory before its program runs if the engine does not. */
  private void start(String container) {
    if (!engine.kind().reportsOutOfMemory()) {
      containers.initialize(container);
      containers
          .inspect(container)
          .map(Containers::pid)
          .ifPresent(pid -> causes.kills().watchNew(container, pid));
    }
    engine.calls().startContainerCmd(container).exec();
  }

  private Sandbox require(SandboxKey key) {
    return status(key)
        .orElseThrow(
            () ->
                new ExecutorException(
                    Reason.START,
                    "the sandbox of agent " + key.owner() + " disappeared during its start",
                    "Start the agent again, and find out which program removes containers."));
  }

  @Override
  public void stop(SandboxKey key, Duration grace) {
    containers
        .find(key)
        .ifPresent(
            container -> {
              causes.requested(container.getId());
              containers.stop(container.getId(), grace);
            });
  }

  @Override
  public void kill(SandboxKey key) {
    containers
        .find(key)
        .ifPresent(
            container -> {
              causes.requested(container.getId());
              containers.kill(container.getId());
            });
  }

  @Override
  public void remove(SandboxKey key) {
    planned.remove(key);
    creation.release(key);
    containers.find(key).ifPresent(this::remove);
  }

  private void remove(InspectContainerResponse container) {
    causes.requested(container.getId());
    containers.remove(container.getId());
  }

  @Override
  public Optional<Sandbox> status(SandboxKey key) {
    return containers.find(key).map(container -> causes.sandbox(key, container));
  }

  @Override
  public List<Sandbox> list() {
    return containers.all().stream()
        .flatMap(
            container ->
                labels
                    .key(Containers.labelsOf(container))
                    .filter(key -> !runs.contains(key))
                    .map(key -> causes.sandbox(key, container))
                    .stream())
        .toList();
  }

  @Override
  public LogFollower logs(SandboxKey key, Instant since, LogSink sink) {
    String id =
        containers
            .find(key)
            .map(InspectContainerResponse::getId)
            .orElseThrow(() -> ExecutorException.nothingToFollow(key));
    return new ContainerOutput(engine, containers, id).follow(since, sink);
  }

  @Override
  public Execution exec(SandboxKey key, ExecSpec spec, ExecSink sink) {
    String container =
        containers
            .find(key)
            .filter(found -> Boolean.TRUE.equals(found.getState().getRunning()))
            .map(InspectContainerResponse::getId)
            .orElseThrow(() -> ExecutorException.notRunning(key));
    return ContainerExecution.start(programs, container, spec, sink);
  }

  @Override
  public Execution runOnce(RunSpec spec, Progress progress, ExecSink sink) {
    SandboxKey key = spec.sandbox().key();
    runs.add(key);
    try {
      PlannedContainer plan =
          creation.create(
              spec.launched(),
              MountPlan.launcher(spec, home),
              request -> ContainerRun.request(request, spec),
              progress);
      planned.put(key, plan);
      ContainerRun program =
          ContainerRun.attach(
              containers,
              engine,
              plan.container(),
              new RefusedProgram(
                  spec.program().command().getFirst(), engine.kind().initError(), sink));
      try {
        start(key);
        return SoleExecution.follow(program.follow(), spec, () -> removeRun(key));
      } catch (RuntimeException e) {
        ExecutorException.cleanUp(e, program::close);
        throw e;
      }
    } catch (RuntimeException e) {
      ExecutorException.cleanUp(e, () -> removeRun(key));
      throw e;
    }
  }

  private void removeRun(SandboxKey key) {
    try {
      remove(key);
    } finally {
      runs.remove(key);
    }
  }

  @Override
  public List<String> prune(boolean dryRun) {
    return creation.prune(dryRun);
  }

  @Override
  public SandboxUsage usage(SandboxKey key) {
    Sandbox sandbox = status(key).orElseThrow(() -> ExecutorException.notRunning(key));
    int pid = sandbox.pid().orElseThrow(() -> ExecutorException.notRunning(key));
    try {
      return new UsageReader(Path.of("/")).read(pid, sandbox.id());
    } catch (IOException e) {
      throw ExecutorException.notVisible(key, e);
    }
  }

  @Override
  public Subscription onExit(ExitListener listener) {
    return watcher.add(listener);
  }

  @Override
  public void close() {
    watcher.close();
    causes.kills().close();
    engine.close();
  }
}
