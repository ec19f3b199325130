package dev.otters.executor.system;

import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ExitListener;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogSink;
import dev.otters.executor.Pause;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.Subscription;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.output.LineFollower;
import dev.otters.executor.system.process.ProcessId;
import dev.otters.executor.system.process.Processes;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisedSandbox;
import dev.otters.executor.system.process.Watcher;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.executor.usage.UsageReader;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final Map<SandboxKey, SupervisedSandbox> sandboxes = new ConcurrentHashMap<>();
  private final Map<SandboxKey, Consumer<SupervisedSandbox>> planned = new ConcurrentHashMap<>();

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

  private SupervisedSandbox supervised(SandboxKey key, StateFolder folder) throws IOException {
    return new SupervisedSandbox(key, folder, cgroups, processes.apply(folder));
  }

  /** Adopts the sandboxes of an earlier daemon, and removes unfinished ones. */
  final void adopt() throws IOException {
    for (Map.Entry<SandboxKey, StateFolder> entry : state.sandboxes().entrySet()) {
      SupervisedSandbox sandbox = supervised(entry.getKey(), entry.getValue());
      sandboxes.put(entry.getKey(), sandbox);
      if (sandbox.isUnfinished()) {
        LOG.atInfo()
            .addKeyValue("agent", entry.getKey().owner())
            .log("Removing an unfinished sandbox");
        remove(entry.getKey());
      } else {
        while (sandbox.advance(
            _ -> LOG.debug("The sandbox {} ended while the daemon was away", sandbox.id()))) {
          LOG.debug("Reading the output of {} from the time without a daemon", sandbox.id());
        }
        watcher.watch(sandbox);
      }
    }
  }

  @Override
  public void create(SandboxSpec spec, Progress progress) {
    remove(spec.key());
    Consumer<SupervisedSandbox> plan = plan(spec, progress);
    StateFolder folder = create(spec.key());
    try {
      sandboxes.put(spec.key(), supervised(spec.key(), folder));
      planned.put(spec.key(), plan);
    } catch (IOException e) {
      throw notCreated(e);
    }
  }

  /** Creates the state of a sandbox. */
  final StateFolder create(SandboxKey key) {
    try {
      return state.create(key);
    } catch (IOException e) {
      throw notCreated(e);
    }
  }

  private static ExecutorException notCreated(IOException e) {
    return new ExecutorException(
        Reason.START,
        "cannot create the sandbox: " + e.getMessage(),
        "Free some disk space in the daemon's home, and check that the daemon may write to it.",
        e);
  }

  @Override
  public Sandbox start(SandboxKey key) {
    Consumer<SupervisedSandbox> plan = planned.remove(key);
    SupervisedSandbox sandbox = sandboxes.get(key);
    if (plan == null || sandbox == null) {
      throw ExecutorException.notCreated(key);
    }
    try {
      watcher.watch(sandbox);
      plan.accept(sandbox);
      return sandbox.sandbox();
    } catch (RuntimeException e) {
      ExecutorException.cleanUp(e, () -> remove(key));
      throw e;
    }
  }

  @Override
  public void stop(SandboxKey key, Duration grace) {
    Optional<SupervisedSandbox> sandbox = running(key);
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
    kill(key);
  }

  @Override
  public void kill(SandboxKey key) {
    running(key).ifPresent(ProcessExecutor::end);
  }

  private Optional<SupervisedSandbox> running(SandboxKey key) {
    return Optional.ofNullable(sandboxes.get(key)).filter(SupervisedSandbox::isRunning);
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
  public void remove(SandboxKey key) {
    planned.remove(key);
    SupervisedSandbox sandbox = sandboxes.get(key);
    if (sandbox == null) {
      return;
    }
    kill(key);
    try {
      sandbox.killSupervisor();
      watcher.forget(sandbox);
      sandbox.close();
      Cgroups.remove(cgroups.groups(key.id().toString()));
      TreeRemover.remove(sandbox.folder().path());
      sandboxes.remove(key);
    } catch (IOException e) {
      throw notRemoved(e);
    }
    if (sandboxes.isEmpty()) {
      cgroups.removeHome();
    }
  }

  static ExecutorException notRemoved(IOException e) {
    return new ExecutorException(
        Reason.ENGINE_LOST,
        "cannot remove the sandbox's files: " + e.getMessage(),
        "Check that the daemon may write to them, and try again.",
        e);
  }

  @Override
  public Optional<Sandbox> status(SandboxKey key) {
    return Optional.ofNullable(sandboxes.get(key)).map(SupervisedSandbox::sandbox);
  }

  @Override
  public List<Sandbox> list() {
    return sandboxes.values().stream().map(SupervisedSandbox::sandbox).toList();
  }

  @Override
  public Execution exec(SandboxKey key, ExecSpec spec, ExecSink sink) {
    SupervisedSandbox sandbox = running(key).orElseThrow(() -> ExecutorException.notRunning(key));
    ProcessId first = sandbox.firstProcess().orElseThrow();
    try {
      return exec(sandbox.folder(), first, spec, sink);
    } catch (IOException e) {
      throw new ExecutorException(
          Reason.START,
          "cannot run " + spec.command().getFirst() + ": " + e.getMessage(),
          "Check that the sandbox still runs, and try again.",
          e);
    }
  }

  /** Runs a program in the sandbox with this first process. */
  abstract Execution exec(StateFolder folder, ProcessId first, ExecSpec spec, ExecSink sink)
      throws IOException;

  @Override
  public SandboxUsage usage(SandboxKey key) {
    ProcessId first =
        running(key)
            .flatMap(SupervisedSandbox::firstProcess)
            .orElseThrow(() -> ExecutorException.notRunning(key));
    try {
      return usage(key, first.pid());
    } catch (IOException e) {
      throw ExecutorException.notVisible(key, e);
    }
  }

  /** Returns the use of the sandbox with this first process. */
  SandboxUsage usage(SandboxKey key, int first) throws IOException {
    return new UsageReader(Path.of("/")).read(first, key.id().toString());
  }

  @Override
  public Subscription onExit(ExitListener listener) {
    return watcher.add(listener);
  }

  @Override
  public LogFollower logs(SandboxKey key, Instant since, LogSink sink) {
    SupervisedSandbox sandbox = sandboxes.get(key);
    if (sandbox == null) {
      throw ExecutorException.nothingToFollow(key);
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
