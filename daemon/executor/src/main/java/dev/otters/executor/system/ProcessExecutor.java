package dev.otters.executor.system;

import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.Pause;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.Subscription;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.output.LineFollower;
import dev.otters.executor.system.process.Processes;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisedSandbox;
import dev.otters.executor.system.process.Watcher;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs each sandbox as processes of this machine.
 *
 * <p>Each sandbox has a supervisor, a shell that outlives the daemon. The sandbox's output and exit
 * code are in files of the home.
 */
abstract sealed class ProcessExecutor implements Executor permits SystemExecutor, PlainExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessExecutor.class);
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration FORK_TIMEOUT = Duration.ofSeconds(1);

  private final SystemState state;
  private final Cgroups cgroups;
  private final Function<StateFolder, Processes> processes;
  private final Watcher watcher;
  private final Map<UUID, SupervisedSandbox> sandboxes = new ConcurrentHashMap<>();
  private final Map<UUID, Consumer<SupervisedSandbox>> planned = new ConcurrentHashMap<>();

  /**
   * Creates an executor.
   *
   * @param processes finds the processes of a sandbox
   */
  ProcessExecutor(SystemState state, Cgroups cgroups, Function<StateFolder, Processes> processes)
      throws IOException {
    this.state = state;
    this.cgroups = cgroups;
    this.processes = processes;
    this.watcher = Watcher.start();
  }

  /** Plans a sandbox, or refuses it without a trace. The result starts the created sandbox. */
  abstract Consumer<SupervisedSandbox> plan(SandboxSpec spec, Progress progress);

  private SupervisedSandbox supervised(UUID agent, StateFolder folder) throws IOException {
    return new SupervisedSandbox(agent, folder, cgroups, processes.apply(folder));
  }

  /** Adopts the sandboxes of an earlier daemon, and removes unfinished ones. */
  final void adopt() throws IOException {
    for (Map.Entry<UUID, StateFolder> entry : state.sandboxes().entrySet()) {
      SupervisedSandbox sandbox = supervised(entry.getKey(), entry.getValue());
      sandboxes.put(entry.getKey(), sandbox);
      if (sandbox.isUnfinished()) {
        LOG.atInfo().addKeyValue("agent", entry.getKey()).log("Removing an unfinished sandbox");
        remove(entry.getKey());
      } else {
        while (sandbox.advance(
            (_, id, _) -> LOG.debug("The sandbox {} ended while the daemon was away", id))) {
          LOG.debug("Reading the output of {} from the time without a daemon", sandbox.id());
        }
        watcher.watch(sandbox);
      }
    }
  }

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    remove(spec.agent());
    Consumer<SupervisedSandbox> plan = plan(spec, progress);
    try {
      StateFolder folder = state.create(spec.agent());
      sandboxes.put(spec.agent(), supervised(spec.agent(), folder));
      planned.put(spec.agent(), plan);
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.START,
          "cannot create the sandbox: " + e.getMessage(),
          "Free some disk space in the daemon's home, and check that the daemon may write to it.",
          e);
    }
  }

  @Override
  public Sandbox start(UUID agent) {
    Consumer<SupervisedSandbox> plan = planned.remove(agent);
    SupervisedSandbox sandbox = sandboxes.get(agent);
    if (plan == null || sandbox == null) {
      throw ExecutorException.notCreated(agent);
    }
    try {
      watcher.watch(sandbox);
      plan.accept(sandbox);
      return sandbox.sandbox();
    } catch (RuntimeException e) {
      ExecutorException.cleanUp(e, () -> remove(agent));
      throw e;
    }
  }

  @Override
  public void stop(UUID agent, Duration grace) {
    Optional<SupervisedSandbox> sandbox = running(agent);
    if (sandbox.isEmpty()) {
      return;
    }
    if (grace.isPositive()) {
      // Between the release and the fork of the program there is no process to ask yet.
      Pause.until(
          FORK_TIMEOUT, () -> sandbox.get().terminateProgram() || !sandbox.get().isRunning());
      if (sandbox.get().awaitEnd(grace)) {
        return;
      }
    }
    kill(agent);
  }

  @Override
  public void kill(UUID agent) {
    running(agent).ifPresent(ProcessExecutor::end);
  }

  private Optional<SupervisedSandbox> running(UUID agent) {
    return Optional.ofNullable(sandboxes.get(agent)).filter(SupervisedSandbox::isRunning);
  }

  private static void end(SupervisedSandbox sandbox) {
    try {
      recordRequest(sandbox);
      sandbox.kill();
      if (!sandbox.awaitEnd(KILL_TIMEOUT)) {
        sandbox.killSupervisor();
        sandbox.awaitEnd(KILL_TIMEOUT);
      }
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.ENGINE_LOST,
          "cannot kill the sandbox: " + e.getMessage(),
          "Check that the daemon runs as the same user.",
          e);
    }
  }

  /** Records the request to end the sandbox. The end does not depend on it. */
  private static void recordRequest(SupervisedSandbox sandbox) {
    try {
      sandbox.folder().recordRequest();
    } catch (IOException e) {
      LOG.atWarn()
          .addKeyValue("sandbox", sandbox.id())
          .setCause(e)
          .log("Cannot record a request to kill a sandbox");
    }
  }

  @Override
  public void remove(UUID agent) {
    planned.remove(agent);
    SupervisedSandbox sandbox = sandboxes.get(agent);
    if (sandbox == null) {
      return;
    }
    kill(agent);
    try {
      sandbox.killSupervisor();
      watcher.forget(sandbox);
      sandbox.close();
      Cgroups.remove(cgroups.groups(agent.toString()));
      TreeRemover.remove(sandbox.folder().path());
      sandboxes.remove(agent);
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.ENGINE_LOST,
          "cannot remove the sandbox's files: " + e.getMessage(),
          "Check that the daemon may write to them, and try again.",
          e);
    }
    if (sandboxes.isEmpty()) {
      cgroups.removeHome();
    }
  }

  @Override
  public Optional<Sandbox> status(UUID agent) {
    return Optional.ofNullable(sandboxes.get(agent)).map(SupervisedSandbox::sandbox);
  }

  @Override
  public List<Sandbox> list() {
    return sandboxes.values().stream().map(SupervisedSandbox::sandbox).toList();
  }

  @Override
  public Subscription onExit(ExitListener listener) {
    return watcher.add(listener);
  }

  @Override
  public LogFollower logs(UUID agent, Instant since, LogSink sink) {
    SupervisedSandbox sandbox = sandboxes.get(agent);
    if (sandbox == null) {
      throw ExecutorException.nothingToFollow(agent);
    }
    return new LineFollower(sandbox, sandbox.folder().path(), since).start(sink);
  }

  @Override
  public void close() {
    watcher.close();
    for (SupervisedSandbox sandbox : sandboxes.values()) {
      try {
        sandbox.close();
      } catch (UncheckedIOException e) {
        LOG.atWarn().addKeyValue("sandbox", sandbox.id()).setCause(e).log("Cannot close a sandbox");
      }
    }
  }
}
